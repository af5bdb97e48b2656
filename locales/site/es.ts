import type { SiteMessages } from './en.js'

export const siteEs: SiteMessages = {
  newEpisodes: 'Nuevos episodios',
  newEpisodesHint: 'Avisos de tus favoritas',
  offerTitle: '¿Te avisamos de los nuevos episodios?',
  offerText: 'Te avisaremos cuando {title} tenga un nuevo episodio. Puedes desactivarlo cuando quieras en tu perfil.',
  offerYes: 'Avísame',
  offerNo: 'No, gracias',
  turnedOn: 'Avisos activados',
  blocked: 'Tu navegador bloquea los avisos. Permítelos en su configuración.',
  install: 'Instalar la app',
  installHint: 'En tu pantalla de inicio'
}
