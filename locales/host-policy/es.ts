import type { RefusalMessages } from './en.js'

export const refusalEs: RefusalMessages = {
  connect: 'Este sitio bloquea la conexión con el servicio.',
  media: 'Este sitio bloquea los vídeos.'
}
