import type { z } from 'zod'
import type { endpoints } from '../contract/index.js'
import { getAppConfig } from './modules/campaign/routes.js'
import { getDiscover, getFeed, getRank, getTags } from './modules/catalogue/browse.js'
import { getHome } from './modules/catalogue/home.js'
import { getDramaDetail, getDramaEpisodes } from './modules/catalogue/routes.js'
import { getFavorites, postFavorite } from './modules/favorite/routes.js'
import { postFeedback } from './modules/feedback/routes.js'
import { postPlay, postProgress } from './modules/play/routes.js'
import { getQuote } from './modules/quote/routes.js'
import { getHotKeywords, getSearch, getSuggest } from './modules/search/routes.js'
import { postAutoUnlock, postLimits } from './modules/spending/routes.js'
import { postUnlock, postUnlockTo } from './modules/unlock/routes.js'
import { postUndoUnlock } from './modules/unlock/undo.js'
import { getUserHistory, getUserInfo, postHistoryDelete, postProfile } from './modules/user/routes.js'
import { postVisitorLogin } from './modules/visitor/routes.js'
import { getStatement, getVerification } from './modules/wallet/audit.js'
import { getRecords, getWallet } from './modules/wallet/routes.js'
import type { RequestContext } from './request-context.js'

type Endpoint = (typeof endpoints)[number]

/** Answers one endpoint: the request is already checked; what it gives becomes the envelope's `data`. */
type Handler<Promised extends Endpoint> = (
  context: RequestContext,
  request: z.output<Promised['request']>
) => Promise<z.output<Promised['response']>>

/** One handler for every endpoint of the contract: a missing one does not compile. */
export const handlers: { [Path in Endpoint['path']]: Handler<Extract<Endpoint, { path: Path }>> } = {
  '/index/visitor_login': postVisitorLogin,
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
  '/drama/auto_unlock': postAutoUnlock,
  '/user/favorite': postFavorite,
  '/user/favorites': getFavorites,
  '/user/info': getUserInfo,
  '/user/history': getUserHistory,
  '/user/history_delete': postHistoryDelete,
  '/user/profile': postProfile,
  '/user/limits': postLimits,
  '/wallet/index': getWallet,
  '/wallet/records': getRecords,
  '/wallet/verify': getVerification,
  '/wallet/statement': getStatement,
  '/feedback/submit': postFeedback
}

/** Reads that are the same for everybody who sends no token. */
export const sharedReads: ReadonlySet<string> = new Set<Endpoint['path']>([
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
