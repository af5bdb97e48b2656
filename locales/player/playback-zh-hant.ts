import type { PlaybackMessages } from './playback-en.js'

export const playbackZhHant: PlaybackMessages = {
  captions: '字幕',
  playbackSettings: '播放設定',
  rate: '{rate} 倍速',
  speed: '播放速度',
  quality: '畫質',
  chosenBySystem: '自動',
  captionsOff: '關閉',
  captionsOwn: '自動',
  captionSize: '字幕大小',
  sizeSmall: '小',
  sizeMedium: '中',
  sizeLarge: '大',
  captionGround: '深色底',
  fullScreen: '全螢幕',
  leaveFullScreen: '離開全螢幕',
  pictureInPicture: '子母畫面',
  episodeNo: '第 {no} 集'
}
