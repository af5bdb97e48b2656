import type { PlaybackMessages } from './playback-en.js'

export const playbackEs: PlaybackMessages = {
  captions: 'Subtítulos',
  playbackSettings: 'Ajustes de reproducción',
  rate: '{rate}x',
  speed: 'Velocidad',
  quality: 'Calidad',
  chosenBySystem: 'Automática',
  captionsOff: 'Desactivados',
  captionsOwn: 'Automático',
  captionSize: 'Tamaño de los subtítulos',
  sizeSmall: 'Pequeño',
  sizeMedium: 'Mediano',
  sizeLarge: 'Grande',
  captionGround: 'Fondo oscuro',
  fullScreen: 'Pantalla completa',
  leaveFullScreen: 'Salir de pantalla completa',
  pictureInPicture: 'Imagen en imagen',
  episodeNo: 'Episodio {no}'
}
