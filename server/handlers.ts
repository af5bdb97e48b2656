import type { z } from 'zod'
import type { endpoints } from '../contract/index.js'
import { getAppConfig } from './modules/campaign/routes.js'
import { getDiscover, getDramaDetail, getDramaEpisodes, getHome } from './modules/catalogue/routes.js'
import { postPlay, postProgress } from './modules/play/routes.js'
import { getUserHistory, getUserInfo } from './modules/user/routes.js'
import { postVisitorLogin } from './modules/visitor/routes.js'
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
  '/drama/detail': getDramaDetail,
  '/drama/episodes': getDramaEpisodes,
  '/drama/play': postPlay,
  '/drama/progress': postProgress,
  '/user/info': getUserInfo,
  '/user/history': getUserHistory
}

/** Reads that are the same for everybody who sends no token. */
export const sharedReads: ReadonlySet<string> = new Set<Endpoint['path']>([
  '/index/home',
  '/index/discover',
  '/drama/detail',
  '/drama/episodes'
])
