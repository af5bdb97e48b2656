import type { HostPolicyMessages } from './en.js'

export const hostPolicyEs: HostPolicyMessages = {
  connect: 'Este sitio bloquea la conexión con el servicio.',
  media: 'Este sitio bloquea los videos.'
}
