import type { ConsoleEventsMessages } from './en.js'

export const messages: ConsoleEventsMessages = {
  purchase: '购买',
  refund: '退款',
  register: '注册',
  unlock: '解锁',
  visit: '访问',
  view_content: '打开短剧',
  episode_start: '开始播放剧集',
  episode_quartile: '看完四分之一集',
  episode_complete: '看完剧集',
  paywall: '显示付费页',
  checkout: '开始付款',
  search: '搜索',
  favorite: '添加收藏',
  share: '分享',
  reward_submitted: '提交奖励截图'
}
