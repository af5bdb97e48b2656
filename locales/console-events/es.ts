import type { ConsoleEventsMessages } from './en.js'

export const messages: ConsoleEventsMessages = {
  purchase: 'Compra',
  refund: 'Reembolso',
  register: 'Registro',
  unlock: 'Desbloqueo',
  visit: 'Visita',
  view_content: 'Drama abierto',
  episode_start: 'Episodio iniciado',
  episode_quartile: 'Cuarto de un episodio',
  episode_complete: 'Episodio completado',
  paywall: 'Paywall mostrado',
  checkout: 'Pago iniciado',
  search: 'Búsqueda',
  favorite: 'Favorito añadido',
  share: 'Contenido compartido',
  reward_submitted: 'Captura enviada'
}
