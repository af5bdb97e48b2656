import type { SiteMessages } from './en.js'

export const siteZhHant: SiteMessages = {
  newEpisodes: '更新提醒',
  newEpisodesHint: '收藏的劇更新時通知你',
  offerTitle: '有新劇集時通知你嗎？',
  offerText: '《{title}》更新時，我們會通知你。你可以隨時在「我的」中關閉。',
  offerYes: '通知我',
  offerNo: '不用了',
  turnedOn: '已開啟更新提醒',
  blocked: '瀏覽器已封鎖通知，請在瀏覽器設定中允許。',
  install: '安裝應用程式',
  installHint: '加入主畫面，全螢幕觀看'
}
