import type { RewardChannel } from '../../../contract/reward.js'
import type { ProductKind } from '../../../contract/store.js'
import type { ShareChannel } from '../campaign/share-link.js'
import type { Environment } from '../environment.js'
import type { CurrencyAmount } from '../format/price-and-date-format.js'
import { randomHex } from '../lib/hex.js'
import { VERSION } from '../lib/version.js'
import { hasConsent } from '../session/consent.js'

/**
 * Details of each event on the host page, besides `event_id, lpid, at, version`. Prices are in coins. A given
 * `event_id` is the server's, which postbacks have too.
 */
export interface EventDetails {
  'drama-ready': Record<string, never>
  'drama-visit': { is_new: boolean; warning?: string }
  'drama-navigate': { from: string; to: string }
  'drama-tab-tap': { index: number; text: string; page_path: string }
  'drama-search': { keyword_length: number; results: number }
  'drama-register': { method: 'email'; event_id?: string }
  'drama-view-content': { drama_id: string; title: string }
  'drama-favorite': { drama_id: string }
  'drama-share': { drama_id: string | null; episode_no: number | null; channel: 'system' | 'copy' | ShareChannel }
  'drama-paywall': {
    drama_id: string
    episode_no: number
    price: number
    money: CurrencyAmount | null
    /** Call after the host page has sold or given access. Resolves to whether the episode plays. */
    grant(token?: string): Promise<boolean>
  }
  'drama-unlock': {
    drama_id: string
    episode_no: number
    episodes: number
    price: number
    auto: boolean
    balance: number
    is_test: boolean
    event_id?: string
  }
  /** `value` in units of the currency: 9.9 for R$ 9,90. */
  'drama-checkout': { order_no: string; value: number; currency: string; is_test: boolean }
  /** Once per browser. `event_id` is the id that postbacks of this order have. */
  'drama-purchase': {
    event_id: string
    order_no: string
    value: number
    currency: string
    kind: ProductKind
    is_test: boolean
  }
  'drama-reward-submitted': { channel: RewardChannel; bonus: number }
  'drama-reward-approved': { channel: RewardChannel; bonus: number }
  'drama-reward-claimed': { channel: RewardChannel | 'task'; bonus: number }
  'drama-episode-start': { drama_id: string; episode_no: number; seconds: number }
  'drama-episode-quartile': { drama_id: string; episode_no: number; seconds: number; quartile: 25 | 50 | 75 }
  'drama-episode-complete': { drama_id: string; episode_no: number; seconds: number }
  'drama-metric': { drama_id: string; episode_no: number } & (
    | { name: 'ttff' | 'exit_before_start'; ms: number }
    | { name: 'rebuffer_ratio'; ratio: number }
  )
  'drama-error': { kind: string; path?: string }
}

/** Emits an event if the viewer consents. Returns false when a listener calls `preventDefault`. */
export type Emitter = <Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]) => boolean

export interface EventEnvelope extends Record<string, unknown> {
  event_id: string
  lpid: string | null
  at: number
  version: string
}

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
