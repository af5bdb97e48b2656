import type { z } from 'zod'
import {
  deleteAccount,
  emailLogin,
  exportData,
  logout,
  makeRecoveryCode,
  partnerLogin,
  recover,
  sendEmailCode
} from './account.js'
import { feed, rank, tags } from './browse.js'
import { checkInIndex, claimCheckIn } from './check-in.js'
import { discover, dramaDetail, home } from './drama.js'
import { dramaEpisodes, play, progress } from './episode.js'
import { collectEvents, eventStatus } from './event.js'
import { favorite, favorites } from './favorite.js'
import { feedback, feedbackIndex, feedbackSeen } from './feedback.js'
import { playFailed, returnedSeen, walletReturned } from './guarantee.js'
import { deleteHistory, userHistory } from './history.js'
import { pushIndex, subscribePush, unsubscribePush } from './push.js'
import { quote } from './quote.js'
import {
  appealReward,
  claimReward,
  rewardIndex,
  rewardRecords,
  rewardStatus,
  submitReward,
  uploadImage
} from './reward.js'
import { hotKeywords, search, suggest } from './search.js'
import { setAutoUnlock, setLimits } from './spending.js'
import { createOrder, readOrder, storeIndex } from './store.js'
import { claimTask, reportTask, startTask } from './task.js'
import { undoUnlock, unlock, unlockHost, unlockTo } from './unlock.js'
import { updateProfile, userInfo } from './user.js'
import { appConfig, visit, visitorLogin } from './visitor.js'
import { walletIndex, walletRecords, walletStatement, walletVerify } from './wallet.js'

/**
 * All endpoints of the server. They share their units: times in epoch milliseconds, `…_s` in seconds, prices and
 * balances in whole coins, `amount` in minor units of `currency` (such as centavos).
 */
export const endpoints = [
  visitorLogin,
  visit,
  appConfig,
  home,
  discover,
  feed,
  rank,
  tags,
  search,
  suggest,
  hotKeywords,
  dramaDetail,
  dramaEpisodes,
  quote,
  play,
  progress,
  unlock,
  unlockTo,
  undoUnlock,
  unlockHost,
  playFailed,
  setAutoUnlock,
  favorite,
  favorites,
  pushIndex,
  subscribePush,
  unsubscribePush,
  userInfo,
  userHistory,
  deleteHistory,
  updateProfile,
  setLimits,
  storeIndex,
  createOrder,
  readOrder,
  walletIndex,
  walletRecords,
  walletVerify,
  walletStatement,
  walletReturned,
  returnedSeen,
  rewardIndex,
  rewardStatus,
  uploadImage,
  submitReward,
  rewardRecords,
  claimReward,
  appealReward,
  startTask,
  reportTask,
  claimTask,
  checkInIndex,
  claimCheckIn,
  feedback,
  feedbackIndex,
  feedbackSeen,
  sendEmailCode,
  emailLogin,
  partnerLogin,
  logout,
  makeRecoveryCode,
  recover,
  deleteAccount,
  exportData,
  collectEvents,
  eventStatus
] as const

type Endpoints = (typeof endpoints)[number]

export type PathOf<Method extends 'GET' | 'POST'> = Extract<Endpoints, { method: Method }>['path']

export type RequestOf<Path extends Endpoints['path']> = Omit<
  z.input<Extract<Endpoints, { path: Path }>['request']>,
  'lang'
>
export type ResponseOf<Path extends Endpoints['path']> = z.output<Extract<Endpoints, { path: Path }>['response']>
