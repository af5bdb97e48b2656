import type { UnlockMessages } from './en.js'

export const unlockZhHans: UnlockMessages = {
  unlockFor: '{price}金币解锁',
  unlockRangeFor: '{price}金币解锁{from}–{to}集',
  unlockAll: '解锁全集',
  moreOptions: '更多选项',
  allPacks: '查看全部金币套餐',
  unlocking: '正在解锁…',
  coinsMissing: { one: '还差{count}金币。', other: '还差{count}金币。' },
  autoNote: '后面各集直接解锁，不再询问',
  priceWas: '原价{before}金币，现价{now}金币。',
  unanswered: '没有收到回应。请再点一次，不会重复扣费。',
  debt: {
    one: '因退款，你还欠{count}金币，之后获得的金币会先用来抵扣。',
    other: '因退款，你还欠{count}金币，之后获得的金币会先用来抵扣。'
  },
  limitDay: '你设置的每日上限为{coins}金币，今日已用{spent}。{time}重新计算。',
  limitWeek: '你设置的每周上限为{coins}金币，本周已用{spent}。{time}重新计算。',
  limitCampaign: '此页面每日上限为{coins}金币，今日已用{spent}。{time}重新计算。',
  capDay: '自动解锁每日上限为{coins}金币，今日已用{spent}。{time}后继续。',
  capDrama: '本剧自动解锁每日上限为{coins}金币，今日已用{spent}。{time}后继续。',
  capPace: '刚刚已自动解锁一集，请稍候。你也可以点按解锁本集。',
  spent: '−{price} · 剩余{left}',
  receipt: '已解锁第{no}集 · −{price}金币 · 剩余{left}',
  spendingReminder: '你今天已解锁{episodes}集（{coins}金币）。要继续吗？',
  undo: '撤销',
  undone: '第{no}集已重新锁定，金币已退回。',
  undoTooLate: '已无法撤销。',
  turnOn: '开启',
  turnOff: '关闭',
  isOn: '本剧已开启',
  isOff: '本剧已关闭',
  autoTurnedOff: '自动解锁已关闭。',
  autoWhat: '一集播完或你切到下一集时，会自动用你的金币解锁下一集。',
  autoPrice: {
    one: '目前每集{count}金币。每次解锁后都会显示花费。',
    other: '目前每集{count}金币。每次解锁后都会显示花费。'
  },
  autoCap: {
    one: '每天最多花费{count}金币，可在“我的”中修改。',
    other: '每天最多花费{count}金币，可在“我的”中修改。'
  },
  autoNever: '预览、链接和选集列表绝不会自动花费金币。',
  autoStop: '可在此处、每次解锁后的提示中或“我的”里关闭。',
  autoWhere: '适用范围',
  autoThisDrama: '仅本剧',
  autoAllDramas: '所有短剧'
}
