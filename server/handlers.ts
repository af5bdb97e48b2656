import type { z } from 'zod'
import type { endpoints } from '../contract/index.js'
import type { uploadImage } from '../contract/reward.js'
import type { RequestContext } from './http/request-context.js'
import { postDelete } from './modules/account/delete.js'
import { postEmailCode, postEmailLogin } from './modules/account/email-login.js'
import { getExport } from './modules/account/export-file.js'
import { postLogout } from './modules/account/logout.js'
import { postPartnerLogin } from './modules/account/partner-login.js'
import { postRecover, postRecoveryCode } from './modules/account/recovery-code.js'
import { getAppConfig } from './modules/campaign/routes.js'
import { getDiscover, getFeed, getRank, getTags } from './modules/catalogue/browse.js'
import { getHome } from './modules/catalogue/home.js'
import { getDramaDetail, getDramaEpisodes } from './modules/catalogue/routes.js'
import { getEventStatus } from './modules/event/delivery-status.js'
import { postEvents } from './modules/event/routes.js'
import { getFavorites, postFavorite } from './modules/favorite/routes.js'
import { getFeedback, postFeedback, postFeedbackSeen } from './modules/feedback/routes.js'
import { getReturned, postPlayFailed, postReturnedSeen } from './modules/guarantee/routes.js'
import { getUserHistory, postHistoryDelete } from './modules/history/routes.js'
import { postOrder } from './modules/order/create-order.js'
import { postPlay, postProgress } from './modules/play/routes.js'
import { getPush, postSubscribe, postUnsubscribe } from './modules/push/routes.js'
import { getCheckIn, postCheckInClaim } from './modules/reward/check-in/routes.js'
import { postRewardAppeal, postRewardClaim } from './modules/reward/claim.js'
import { getRewardRecords, getRewardStatus, getRewards } from './modules/reward/routes.js'
import { postRewardSubmit } from './modules/reward/submit.js'
import { postTaskClaim, postTaskReport, postTaskStart } from './modules/reward/task/routes.js'
import { getHotKeywords, getSearch, getSuggest } from './modules/search/routes.js'
import { postAutoUnlock, postLimits } from './modules/spending/routes.js'
import { getOrder, getStore } from './modules/store/routes.js'
import { getQuote } from './modules/unlock/quote-route.js'
import { postUndoUnlock, postUnlock, postUnlockTo } from './modules/unlock/routes.js'
import { postSponsoredUnlock } from './modules/unlock/sponsored-unlock.js'
import { getUserInfo, postProfile } from './modules/user/routes.js'
import { postVisit, postVisitorLogin } from './modules/visitor/routes.js'
import { getRecords, getWallet } from './modules/wallet/routes.js'
import { getLedgerCheck, getStatement } from './modules/wallet/statement.js'

type Endpoint = Exclude<(typeof endpoints)[number], typeof uploadImage>

type Handler<Handled extends Endpoint> = (
  context: RequestContext,
  request: z.output<Handled['request']>
) => Promise<z.output<Handled['response']>>

export const handlers: { [Path in Endpoint['path']]: Handler<Extract<Endpoint, { path: Path }>> } = {
  '/index/visitor_login': postVisitorLogin,
  '/index/visit': postVisit,
  '/index/config': getAppConfig,
  '/index/home': getHome,
  '/index/discover': getDiscover,
  '/index/feed': getFeed,
  '/index/rank': getRank,
  '/index/tags': getTags,
  '/search/index': getSearch,
  '/search/suggest': getSuggest,
  '/search/hot': getHotKeywords,
  '/drama/detail': getDramaDetail,
  '/drama/episodes': getDramaEpisodes,
  '/drama/quote': getQuote,
  '/drama/play': postPlay,
  '/drama/progress': postProgress,
  '/drama/unlock': postUnlock,
  '/drama/unlock_to': postUnlockTo,
  '/drama/unlock_undo': postUndoUnlock,
  '/drama/unlock_host': postSponsoredUnlock,
  '/drama/play_failed': postPlayFailed,
  '/drama/auto_unlock': postAutoUnlock,
  '/user/favorite': postFavorite,
  '/user/favorites': getFavorites,
  '/push/index': getPush,
  '/push/subscribe': postSubscribe,
  '/push/unsubscribe': postUnsubscribe,
  '/user/info': getUserInfo,
  '/user/history': getUserHistory,
  '/user/history_delete': postHistoryDelete,
  '/user/profile': postProfile,
  '/user/limits': postLimits,
  '/store/index': getStore,
  '/store/order': postOrder,
  '/store/order_status': getOrder,
  '/wallet/index': getWallet,
  '/wallet/records': getRecords,
  '/wallet/verify': getLedgerCheck,
  '/wallet/statement': getStatement,
  '/wallet/returned': getReturned,
  '/wallet/returned_seen': postReturnedSeen,
  '/reward/index': getRewards,
  '/reward/status': getRewardStatus,
  '/reward/submit': postRewardSubmit,
  '/reward/records': getRewardRecords,
  '/reward/claim': postRewardClaim,
  '/reward/appeal': postRewardAppeal,
  '/task/start': postTaskStart,
  '/task/report': postTaskReport,
  '/task/claim': postTaskClaim,
  '/checkin/index': getCheckIn,
  '/checkin/claim': postCheckInClaim,
  '/feedback/submit': postFeedback,
  '/feedback/index': getFeedback,
  '/feedback/seen': postFeedbackSeen,
  '/user/email_code': postEmailCode,
  '/user/email_login': postEmailLogin,
  '/user/partner_login': postPartnerLogin,
  '/user/logout': postLogout,
  '/user/recovery_code': postRecoveryCode,
  '/user/recover': postRecover,
  '/user/delete': postDelete,
  '/user/export': getExport,
  '/event/collect': postEvents,
  '/event/status': getEventStatus
}

/** Without a token they depend on the content and the request only. */
export const serverCachedPaths: ReadonlySet<string> = new Set<Endpoint['path']>([
  '/index/home',
  '/index/discover',
  '/index/feed',
  '/index/tags'
])

/** Without a token everyone gets the same response, so it may be cached. */
export const cacheablePaths: ReadonlySet<string> = new Set<Endpoint['path']>([
  '/index/home',
  '/index/discover',
  '/index/feed',
  '/index/rank',
  '/index/tags',
  '/search/index',
  '/search/suggest',
  '/search/hot',
  '/drama/detail',
  '/drama/episodes'
])
