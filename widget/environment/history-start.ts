import { type Routing, readAddress } from './address.js'

export interface AppHistoryState {
  step: number
  url: string
  depth: number
}

/**
 * Key of the elements' part of `history.state`: the state of each app, the app that added the entry (`by`), and how many
 * entries in a row that app has added (`run`).
 */
export const HISTORY_STATE_KEY = 'drama-app'

export interface AppHistoryOptions {
  routing: Routing
  base: string
  start: string
  appId: string
}

export function readHistoryStart({ routing, base, start, appId }: AppHistoryOptions): AppHistoryState {
  const stored = readAppHistoryState(appId)
  const { step = 0, depth = 0 } = stored ?? {}
  return { step, url: readAddress(routing, base) ?? stored?.url ?? start, depth }
}

export function readAppHistoryState(app: string): AppHistoryState | undefined {
  const { step, url, depth } = readElementsState()[app] ?? {}
  if (typeof step !== 'number' || typeof url !== 'string') return undefined
  return { step, url, depth: Number(depth) || 0 }
}

export const readElementsState = () => window.history.state?.[HISTORY_STATE_KEY] ?? {}
