import type { ConsoleEventsMessages } from './en.js'

export const messages: ConsoleEventsMessages = {
  purchase: '購買',
  refund: '退款',
  register: '註冊',
  unlock: '解鎖',
  visit: '造訪',
  view_content: '開啟短劇',
  episode_start: '開始播放劇集',
  episode_quartile: '看完四分之一集',
  episode_complete: '看完劇集',
  paywall: '顯示付費頁',
  checkout: '開始付款',
  search: '搜尋',
  favorite: '加入收藏',
  share: '分享',
  reward_submitted: '提交獎勵截圖'
}
