/** Loaded when a locked episode is on screen or near. */
export const unlockEn = {
  unlockFor: 'Unlock for {price}',
  unlockRangeFor: 'Unlock {from}–{to} for {price}',
  moneyFrom: 'from {money}',
  unlockAll: 'Unlock all',
  moreOptions: 'More options',
  allPacks: 'See all coin packs',
  unlocking: 'Unlocking…',
  coinsMissing: { one: 'You need {count} more coin.', other: 'You need {count} more coins.' },
  autoNote: 'Unlock next episodes automatically',
  priceWas: 'Before: {before} coins. Now: {now} coins.',
  unanswered: 'No response. Try again; you won’t be charged twice.',
  debt: {
    one: 'You owe {count} coin after a refund. Only coins settle it, not bonus.',
    other: 'You owe {count} coins after a refund. Only coins settle them, not bonus.'
  },
  limitDay: 'You’ve spent {spent} of {coins} coins today. Resets {time}.',
  limitWeek: 'You’ve spent {spent} of {coins} coins this week. Resets {time}.',
  limitCampaign: 'You’ve spent {spent} of the {coins} coins this page allows today. Resets {time}.',
  seeLimits: 'See my limits',
  capDay: 'Auto-unlock has spent {spent} of {coins} coins today. Resets {time}.',
  capDrama: 'In this drama, auto-unlock has spent {spent} of {coins} coins today. Resets {time}.',
  capPace: 'Auto-unlock is pausing briefly. Tap to unlock now.',
  spent: '−{price} · {left} left',
  receipt: 'Episode {no} unlocked · −{price} coins · {left} left',
  spendingReminder: 'You’ve unlocked {episodes} episodes today ({coins} coins). Keep going?',
  undo: 'Undo',
  undone: 'Episode {no} is locked again. Your coins are back.',
  undoTooLate: 'It is too late to undo this.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  isOn: 'On for this drama',
  isOff: 'Off for this drama',
  autoTurnedOff: 'Auto-unlock is off.',
  autoWhat: 'When an episode ends, or you go on to the next one, the next one is unlocked with your coins.',
  autoPrice: 'Each episode',
  autoCap: 'Daily maximum',
  autoNever: 'Previews, links and the episode list never spend anything by themselves.',
  autoStop: 'Each unlock shows its price and lets you turn this off. Change the daily maximum under My.',
  autoWhere: 'Where',
  autoThisDrama: 'Only in this drama',
  autoAllDramas: 'In all dramas'
}

export type UnlockMessageKey = keyof typeof unlockEn
export type UnlockMessages = {
  [Key in UnlockMessageKey]: (typeof unlockEn)[Key] extends string ? string : { one: string; other: string }
}
