import type { RewardChannel } from '../../../contract/reward.js'
import type { ProductKind } from '../../../contract/store.js'
import type { ShareChannel } from '../campaign/share-link.js'
import type { Environment } from '../environment.js'
import type { Price } from '../format/locale-format.js'
import { randomHex } from '../lib/hex.js'
import { VERSION } from '../lib/version.js'
import { hasConsent } from '../session/consent.js'

/** What the host page can hear; every event also carries `event_id, lpid, at, version`. Times in seconds or ms as named, prices in coins. */
export interface EventDetails {
  'drama-ready': Record<string, never>
  'drama-visit': { is_new: boolean; warning?: string }
  'drama-navigate': { from: string; to: string }
  'drama-tab-tap': { index: number; text: string; page_path: string }
  'drama-search': { keyword_length: number; results: number }
  'drama-register': { method: 'email' }
  'drama-view-content': { drama_id: string; title: string }
  'drama-favorite': { drama_id: string }
  /** Null for the link of the rewards, which invites to no episode. */
  'drama-share': { drama_id: string | null; episode_no: number | null; channel: 'system' | 'copy' | ShareChannel }
  'drama-paywall': {
    drama_id: string
    episode_no: number
    price: number
    money: Price | null
    /** The host page has sold or given access: the server is asked anew. Resolves to whether the episode plays. */
    grant(token?: string): Promise<boolean>
  }
  'drama-unlock': {
    drama_id: string
    episode_no: number
    episodes: number
    price: number
    auto: boolean
    balance: number
  }
  /** An order was made; `value` in units of the currency, such as 9.9 for R$ 9,90. */
  'drama-checkout': { order_no: string; value: number; currency: string }
  /** An order was paid: once in a browser; `event_id` is the one that the server tells others of it by. */
  'drama-purchase': { event_id: string; order_no: string; value: number; currency: string; kind: ProductKind }
  'drama-reward-submitted': { channel: RewardChannel; bonus: number }
  'drama-reward-approved': { channel: RewardChannel; bonus: number }
  /** `task` is one of the day. */
  'drama-reward-claimed': { channel: RewardChannel | 'task'; bonus: number }
  'drama-episode-start': { drama_id: string; episode_no: number; seconds: number }
  /** A quarter, the half, three quarters of an episode: each once in a viewing. */
  'drama-episode-quartile': { drama_id: string; episode_no: number; seconds: number; quartile: 25 | 50 | 75 }
  'drama-episode-complete': { drama_id: string; episode_no: number; seconds: number }
  'drama-metric': { drama_id: string; episode_no: number } & (
    | { name: 'ttff' | 'exit_before_start'; ms: number }
    | { name: 'rebuffer_ratio'; ratio: number }
  )
  'drama-error': { kind: string; path?: string }
}

/** Tells the host page if the viewer lets us; false when a listener cancelled the event. */
export type Emitter = <Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]) => boolean

/** What an event says, whichever it is. */
export interface EventEnvelope extends Record<string, unknown> {
  event_id: string
  lpid: string | null
  at: number
  version: string
}

/** `report` hears what the page hears. */
export function createHostEmitter(
  environment: Environment,
  options: { lpid: string | undefined },
  report: (name: string, envelope: EventEnvelope) => void
): Emitter {
  return (name, detail) => {
    if (!hasConsent(environment.page) && name !== 'drama-ready') return true
    const envelope: EventEnvelope = {
      event_id: randomHex(environment.random, 16),
      ...detail,
      lpid: options.lpid ?? null,
      at: environment.clock.now(),
      version: VERSION
    }
    report(name, envelope)
    return environment.emit(name, envelope)
  }
}
