import type { z } from 'zod'
import { discover, dramaDetail, home } from './drama.js'
import { dramaEpisodes, play, progress } from './episode.js'
import { userHistory, userInfo } from './user.js'
import { appConfig, visitorLogin } from './visitor.js'

/** Every endpoint of the server, once. A route that is not in this list does not exist. */
export const endpoints = [
  visitorLogin,
  appConfig,
  home,
  discover,
  dramaDetail,
  dramaEpisodes,
  play,
  progress,
  userInfo,
  userHistory
] as const

type Endpoints = (typeof endpoints)[number]

/** Paths by method, so that `get('/drama/play')` does not compile. */
export type PathOf<Method extends 'GET' | 'POST'> = Extract<Endpoints, { method: Method }>['path']

/** What a path takes and gives; `lang` is added by the request wrapper. */
export type RequestOf<Path extends Endpoints['path']> = Omit<
  z.input<Extract<Endpoints, { path: Path }>['request']>,
  'lang'
>
export type ResponseOf<Path extends Endpoints['path']> = z.output<Extract<Endpoints, { path: Path }>['response']>
