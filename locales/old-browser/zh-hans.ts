import type { OldBrowserMessages } from './en.js'

export const oldBrowserZhHans: OldBrowserMessages = {
  tooOld: '此浏览器版本过旧，无法播放本页的短剧。',
  update: '更新浏览器'
}
