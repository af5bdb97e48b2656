import type { Environment } from './environment.js'
import type { Price } from './format/language-forms.js'
import type { ShareChannel } from './share.js'
import { VERSION } from './version.js'

/** What the host page can hear; every event also carries `event_id, lpid, at, version`. Times in seconds or ms as named, prices in coins. */
export interface EventDetails {
  'drama-ready': Record<string, never>
  'drama-visit': { is_new: boolean; warning?: string }
  'drama-navigate': { from: string; to: string }
  'drama-tab-tap': { index: number; text: string; page_path: string }
  'drama-search': { keyword_length: number; results: number }
  'drama-view-content': { drama_id: string; title: string }
  'drama-favorite': { drama_id: string }
  'drama-share': { drama_id: string; episode_no: number; channel: 'system' | 'copy' | ShareChannel }
  'drama-paywall': { drama_id: string; episode_no: number; price: number; money: Price | null }
  'drama-episode-start': { drama_id: string; episode_no: number; seconds: number }
  'drama-episode-complete': { drama_id: string; episode_no: number; seconds: number }
  'drama-metric': { drama_id: string; episode_no: number } & (
    | { name: 'ttff' | 'exit_before_start'; ms: number }
    | { name: 'rebuffer_ratio'; ratio: number }
  )
  'drama-error': { kind: string; path?: string }
}

/** Tells the host page; false when a listener cancelled the event. */
export type Emitter = <Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]) => boolean

export function createEmitter(environment: Environment, options: { lpid: string | undefined }): Emitter {
  return (name, detail) =>
    environment.emit(name, {
      ...detail,
      event_id: createEventId(environment.random),
      lpid: options.lpid ?? null,
      at: environment.clock.now(),
      version: VERSION
    })
}

function createEventId(random: Environment['random']): string {
  return Array.from(random(16), byte => byte.toString(16).padStart(2, '0')).join('')
}
