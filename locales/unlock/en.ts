/** Loaded when a locked episode is on screen or near. */
export const unlockEn = {
  unlockFor: 'Unlock for {price}',
  unlockRangeFor: 'Unlock {from}–{to} for {price}',
  unlockAll: 'Unlock all',
  unlocking: 'Unlocking…',
  coinsMissing: { one: '{count} coin is missing.', other: '{count} coins are missing.' },
  autoNote: 'Next episodes without asking',
  priceWas: 'Before: {before} coins. Now: {now} coins.',
  unanswered: 'No answer came. Tap again: nothing is charged twice.',
  debt: {
    one: 'Of your next coins, {count} settles a payment that was taken back.',
    other: 'Of your next coins, {count} settle a payment that was taken back.'
  },
  limitDay: 'You allow {coins} coins a day and have spent {spent}. It starts anew on {time}.',
  limitWeek: 'You allow {coins} coins a week and have spent {spent}. It starts anew on {time}.',
  limitCampaign: 'This page allows {coins} coins a day, and {spent} are spent. It starts anew on {time}.',
  capDay: 'Auto-unlock may spend {coins} coins a day and has spent {spent}. It goes on after {time}.',
  capDrama: 'In this drama, auto-unlock may spend {coins} coins a day and has spent {spent}. It goes on after {time}.',
  capPace: 'Auto-unlock has just unlocked an episode and waits a moment. You can unlock this one by tap.',
  receipt: 'Episode {no} unlocked · −{price} coins · {left} left',
  spendingReminder: 'You have unlocked {episodes} episodes today ({coins} coins). Go on?',
  undo: 'Undo',
  undone: 'Episode {no} is locked again, your coins are back.',
  undoTooLate: 'It is too late to undo this.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  isOn: 'On for this drama',
  isOff: 'Off for this drama',
  autoTurnedOff: 'Auto-unlock is off.',
  autoWhat: 'When an episode ends, or you go on to the next one, the next one is unlocked with your coins.',
  autoPrice: {
    one: 'An episode costs {count} coin now. After every one, you see what it cost.',
    other: 'An episode costs {count} coins now. After every one, you see what it cost.'
  },
  autoCap: {
    one: 'It spends {count} coin a day at most. You change that under My.',
    other: 'It spends {count} coins a day at most. You change that under My.'
  },
  autoNever: 'Previews, links and the episode list never spend anything by themselves.',
  autoStop: 'You can stop it here, after every unlock, and under My.',
  autoWhere: 'Where',
  autoThisDrama: 'Only in this drama',
  autoAllDramas: 'In all dramas'
}

export type UnlockMessageKey = keyof typeof unlockEn
export type UnlockMessages = {
  [Key in UnlockMessageKey]: (typeof unlockEn)[Key] extends string ? string : { one: string; other: string }
}
