import type { PlaybackMessages } from './playback-en.js'

export const playbackPt: PlaybackMessages = {
  captions: 'Legendas',
  playbackSettings: 'Ajustes de reprodução',
  rate: '{rate}x',
  speed: 'Velocidade',
  quality: 'Qualidade',
  chosenBySystem: 'Automática',
  captionsOff: 'Desligadas',
  captionsOwn: 'Automático',
  captionSize: 'Tamanho das legendas',
  sizeSmall: 'Pequeno',
  sizeMedium: 'Médio',
  sizeLarge: 'Grande',
  captionGround: 'Fundo escuro',
  fullScreen: 'Tela cheia',
  leaveFullScreen: 'Sair da tela cheia',
  pictureInPicture: 'Picture-in-picture',
  episodeNo: 'Episódio {no}'
}
