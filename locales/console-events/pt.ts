import type { ConsoleEventsMessages } from './en.js'

export const messages: ConsoleEventsMessages = {
  purchase: 'Compra',
  refund: 'Reembolso',
  register: 'Cadastro',
  unlock: 'Desbloqueio',
  visit: 'Visita',
  view_content: 'Drama aberto',
  episode_start: 'Episódio iniciado',
  episode_quartile: 'Quarto de um episódio',
  episode_complete: 'Episódio concluído',
  paywall: 'Paywall mostrado',
  checkout: 'Pagamento iniciado',
  search: 'Busca',
  favorite: 'Favorito adicionado',
  share: 'Compartilhamento',
  reward_submitted: 'Captura enviada'
}
