import type { RefusalMessages } from './en.js'

export const refusalPt: RefusalMessages = {
  connect: 'Este site bloqueia a conexão com o serviço.',
  media: 'Este site bloqueia os vídeos.'
}
