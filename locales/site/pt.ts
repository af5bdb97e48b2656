import type { SiteMessages } from './en.js'

export const sitePt: SiteMessages = {
  newEpisodes: 'Novos episódios',
  newEpisodesHint: 'Avisos das suas favoritas',
  offerTitle: 'Quer saber quando sair episódio novo?',
  offerText: 'A gente avisa quando {title} tiver episódio novo. Você pode desligar quando quiser, em Perfil.',
  offerYes: 'Me avise',
  offerNo: 'Agora não',
  turnedOn: 'Avisos ligados',
  blocked: 'O navegador está bloqueando os avisos. Libere nas configurações dele.',
  install: 'Instalar o app',
  installHint: 'Na tela inicial, em tela cheia'
}
