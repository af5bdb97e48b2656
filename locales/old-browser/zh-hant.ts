import type { OldBrowserMessages } from './en.js'

export const oldBrowserZhHant: OldBrowserMessages = {
  tooOld: '此瀏覽器版本過舊，無法播放本頁的短劇。',
  update: '更新瀏覽器'
}
