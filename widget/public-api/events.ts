import type { EventDetails } from '../../src/core/event/host-events.js'

export interface EventEntry {
  description: string
  /** Types of what `detail` has besides what every event has, as TypeScript; null where that is nothing. */
  detail: string | null
}

/** What every `detail` has. */
export const envelopeFields = '{ event_id: string; lpid: string | null; at: number; version: string }'

const channel = "'whatsapp' | 'facebook' | 'telegram'"
const episode = 'drama_id: string; episode_no: number'

/** What a page can hear. A name that is not emitted, and one that is missing, do not compile. */
export const events: Record<keyof EventDetails, EventEntry> = {
  'drama-ready': { description: 'The app is drawn.', detail: null },
  'drama-visit': { description: 'A visitor was signed in.', detail: '{ is_new: boolean; warning?: string }' },
  'drama-navigate': { description: 'Another page of the app is shown.', detail: '{ from: string; to: string }' },
  'drama-tab-tap': {
    description: 'An entry of the tab bar was tapped, also the current one.',
    detail: '{ index: number; text: string; page_path: string }'
  },
  'drama-search': {
    description: 'Results of a search are shown.',
    detail: '{ keyword_length: number; results: number }'
  },
  'drama-register': { description: 'An account was made.', detail: "{ method: 'email' }" },
  'drama-view-content': {
    description: 'A drama’s player was opened.',
    detail: '{ drama_id: string; title: string }'
  },
  'drama-favorite': { description: 'A drama was kept.', detail: '{ drama_id: string }' },
  'drama-share': {
    description: 'An episode’s link, or the rewards’ invite link, was passed on or copied.',
    detail: `{ drama_id: string | null; episode_no: number | null; channel: 'system' | 'copy' | ${channel} }`
  },
  'drama-paywall': {
    description: 'A locked episode is about to show its price; cancel it to show an offer of your own.',
    detail: `{ ${episode}; price: number; money: { amount: number; currency: string } | null; grant(token?: string): Promise<boolean> }`
  },
  'drama-unlock': {
    description: 'Coins have unlocked episodes.',
    detail: `{ ${episode}; episodes: number; price: number; auto: boolean; balance: number }`
  },
  'drama-checkout': {
    description: 'An order was made; its value is in units of the currency.',
    detail: '{ order_no: string; value: number; currency: string }'
  },
  'drama-purchase': {
    description: 'An order was paid; told once in a browser.',
    detail:
      "{ event_id: string; order_no: string; value: number; currency: string; kind: 'coins' | 'weekly' | 'monthly' }"
  },
  'drama-reward-submitted': {
    description: 'A share was handed in for review.',
    detail: `{ channel: ${channel}; bonus: number }`
  },
  'drama-reward-approved': {
    description: 'A share was approved; told once in a browser, when the viewer first sees it.',
    detail: `{ channel: ${channel}; bonus: number }`
  },
  'drama-reward-claimed': {
    description: 'Bonus of a share or of a daily task was paid.',
    detail: `{ channel: ${channel} | 'task'; bonus: number }`
  },
  'drama-episode-start': {
    description: 'An episode’s first frame is playing.',
    detail: `{ ${episode}; seconds: number }`
  },
  'drama-episode-quartile': {
    description: 'A quarter, the half or three quarters of an episode was reached; each once in a viewing.',
    detail: `{ ${episode}; seconds: number; quartile: 25 | 50 | 75 }`
  },
  'drama-episode-complete': {
    description: '90 % of an episode was reached.',
    detail: `{ ${episode}; seconds: number }`
  },
  'drama-metric': {
    description: 'A measurement of how well an episode played.',
    detail: `{ ${episode} } & ({ name: 'ttff' | 'exit_before_start'; ms: number } | { name: 'rebuffer_ratio'; ratio: number })`
  },
  'drama-error': { description: 'A fault, by its kind.', detail: '{ kind: string; path?: string }' }
}
