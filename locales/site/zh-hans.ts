import type { SiteMessages } from './en.js'

export const siteZhHans: SiteMessages = {
  newEpisodes: '更新提醒',
  newEpisodesHint: '收藏的剧更新时通知你',
  offerTitle: '有新剧集时通知你吗？',
  offerText: '《{title}》更新时，我们会通知你。你可以随时在“我的”中关闭。',
  offerYes: '通知我',
  offerNo: '不用了',
  turnedOn: '已开启更新提醒',
  blocked: '浏览器已屏蔽通知，请在浏览器设置中允许。',
  install: '安装应用',
  installHint: '添加到主屏幕，全屏观看'
}
