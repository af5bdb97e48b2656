import type { HostPolicyMessages } from './en.js'

export const hostPolicyPt: HostPolicyMessages = {
  connect: 'Este site bloqueia a conexão com o serviço.',
  media: 'Este site bloqueia os vídeos.'
}
