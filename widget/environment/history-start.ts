import { type Routing, readAddress } from './address.js'

/** Where an app stands at one entry of the page's history. */
export interface HistoryState {
  step: number
  url: string
  /** How many overlays cover its page. */
  depth: number
}

/**
 * Our part of `history.state`: a state by app, and `by`: the app that added the entry, with the number of entries that it
 * added in a row up to there (`run`). The rest of the state belongs to the host page.
 */
export const HISTORY_KEY = 'drama-app'

export interface HistoryOptions {
  /** `memory` leaves the page's address as it is and still gives the Back button a step of the app. */
  routing: Routing
  /** `/` or `/path`, only for `history`. */
  base: string
  /** First location of an app if the page's address names none. */
  start: string
  /** Tells elements on one page apart, so that Back moves only the element that added the entry. */
  app: string
}

export function readHistoryStart({ routing, base, start, app }: HistoryOptions): HistoryState {
  const before = readHistoryState(app)
  const { step = 0, depth = 0 } = before ?? {}
  return { step, url: readAddress(routing, base) ?? before?.url ?? start, depth }
}

export function readHistoryState(app: string): HistoryState | undefined {
  const { step, url, depth } = readOwnState()[app] ?? {}
  if (typeof step !== 'number' || typeof url !== 'string') return undefined
  return { step, url, depth: Number(depth) || 0 }
}

/** Anything, because other scripts of the page can write there. */
export const readOwnState = () => window.history.state?.[HISTORY_KEY] ?? {}
