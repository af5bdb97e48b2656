import type { HostPolicyMessages } from './en.js'

export const hostPolicyZhHant: HostPolicyMessages = {
  connect: '此網站不允許連線到服務。',
  media: '此網站不允許播放影片。'
}
