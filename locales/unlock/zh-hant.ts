import type { UnlockMessages } from './en.js'

export const unlockZhHant: UnlockMessages = {
  unlockFor: '{price}金幣解鎖',
  unlockRangeFor: '{price}金幣解鎖{from}–{to}集',
  unlockAll: '解鎖全集',
  moreOptions: '更多選項',
  allPacks: '查看全部金幣方案',
  unlocking: '正在解鎖…',
  coinsMissing: { one: '還差{count}金幣。', other: '還差{count}金幣。' },
  autoNote: '後面各集自動解鎖，不再詢問',
  priceWas: '原價{before}金幣，現價{now}金幣。',
  unanswered: '沒有收到回應。請再點一次，不會重複扣款。',
  debt: {
    one: '因退款，你還欠{count}金幣，之後獲得的金幣會先用來抵扣。',
    other: '因退款，你還欠{count}金幣，之後獲得的金幣會先用來抵扣。'
  },
  limitDay: '你設定的每日上限為{coins}金幣，今日已用{spent}。{time}重新計算。',
  limitWeek: '你設定的每週上限為{coins}金幣，本週已用{spent}。{time}重新計算。',
  limitCampaign: '此頁面每日上限為{coins}金幣，今日已用{spent}。{time}重新計算。',
  capDay: '自動解鎖每日上限為{coins}金幣，今日已用{spent}。{time}後繼續。',
  capDrama: '本劇自動解鎖每日上限為{coins}金幣，今日已用{spent}。{time}後繼續。',
  capPace: '剛剛已自動解鎖一集，請稍候。你也可以點按解鎖本集。',
  spent: '−{price} · 剩餘{left}',
  receipt: '已解鎖第{no}集 · −{price}金幣 · 剩餘{left}',
  spendingReminder: '你今天已解鎖{episodes}集（{coins}金幣）。要繼續嗎？',
  undo: '復原',
  undone: '第{no}集已重新鎖定，金幣已退回。',
  undoTooLate: '已無法復原。',
  turnOn: '開啟',
  turnOff: '關閉',
  isOn: '本劇已開啟',
  isOff: '本劇已關閉',
  autoTurnedOff: '自動解鎖已關閉。',
  autoWhat: '一集播完或你切到下一集時，會自動用你的金幣解鎖下一集。',
  autoPrice: {
    one: '目前每集{count}金幣。每次解鎖後都會顯示花費。',
    other: '目前每集{count}金幣。每次解鎖後都會顯示花費。'
  },
  autoCap: {
    one: '每天最多花費{count}金幣，可在「我的」中修改。',
    other: '每天最多花費{count}金幣，可在「我的」中修改。'
  },
  autoNever: '預覽、連結和選集列表絕不會自動花費金幣。',
  autoStop: '可在此處、每次解鎖後的提示中或「我的」裡關閉。',
  autoWhere: '適用範圍',
  autoThisDrama: '僅本劇',
  autoAllDramas: '所有短劇'
}
