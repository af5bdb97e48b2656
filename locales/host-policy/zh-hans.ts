import type { HostPolicyMessages } from './en.js'

export const hostPolicyZhHans: HostPolicyMessages = {
  connect: '此网站不允许连接服务。',
  media: '此网站不允许播放视频。'
}
