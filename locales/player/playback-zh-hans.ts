import type { PlaybackMessages } from './playback-en.js'

export const playbackZhHans: PlaybackMessages = {
  captions: '字幕',
  playbackSettings: '播放设置',
  rate: '{rate} 倍速',
  speed: '倍速',
  quality: '清晰度',
  chosenBySystem: '自动',
  captionsOff: '关闭',
  captionsOwn: '自动',
  captionSize: '字幕大小',
  sizeSmall: '小',
  sizeMedium: '中',
  sizeLarge: '大',
  captionGround: '深色底',
  fullScreen: '全屏',
  leaveFullScreen: '退出全屏',
  pictureInPicture: '画中画',
  episodeNo: '第 {no} 集'
}
