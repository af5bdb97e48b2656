import type { EventDetails } from '../../src/core/event/host-events.js'

export interface EventEntry {
  description: string
  details?: string
  detail: string | null
}

export const envelopeFields = '{ event_id: string; lpid: string | null; at: number; version: string }'

const channel = "'whatsapp' | 'facebook' | 'telegram'"
const episode = 'drama_id: string; episode_no: number'

export const events: Record<keyof EventDetails, EventEntry> = {
  'drama-ready': { description: 'The app is rendered.', detail: null },
  'drama-visit': {
    description: 'A visitor was signed in, or a known one came with another campaign, or later.',
    details: '`warning` is `lpid` or `lps`: the page named an invalid campaign or promo link.',
    detail: '{ is_new: boolean; warning?: string }'
  },
  'drama-navigate': { description: 'Another page of the app is shown.', detail: '{ from: string; to: string }' },
  'drama-tab-tap': {
    description: 'An entry of the tab bar was tapped, also the current one.',
    detail: '{ index: number; text: string; page_path: string }'
  },
  'drama-search': {
    description: 'Results of a search are shown.',
    detail: '{ keyword_length: number; results: number }'
  },
  'drama-register': { description: 'An account was created.', detail: "{ method: 'email' }" },
  'drama-view-content': {
    description: 'A drama’s player was opened.',
    detail: '{ drama_id: string; title: string }'
  },
  'drama-favorite': { description: 'A drama was added to the favourites.', detail: '{ drama_id: string }' },
  'drama-share': {
    description: 'An episode’s link, or the invite link of the rewards, was shared or copied.',
    details: '`drama_id` and `episode_no` are null for an invite link.',
    detail: `{ drama_id: string | null; episode_no: number | null; channel: 'system' | 'copy' | ${channel} }`
  },
  'drama-paywall': {
    description: 'A locked episode is about to show its price; cancel the event to show an offer of your own.',
    details:
      '`price` is in coins, `money.amount` in minor units of `money.currency`. After `preventDefault()` the viewer sees lock, title and the ways back. `grant()` asks the server again and resolves with whether the episode plays; if the server refuses, the app’s own offer is shown. `grant(token)` pays from the coins of the [partner](../guide/partners.md).',
    detail: `{ ${episode}; price: number; money: { amount: number; currency: string } | null; grant(token?: string): Promise<boolean> }`
  },
  'drama-unlock': {
    description: 'Coins have unlocked episodes.',
    details:
      '`episode_no` is the last of them, `balance` what is left, `auto` true for auto-unlock. `is_test`: in a test visit, or by a viewer who has paid test orders and no other.',
    detail: `{ ${episode}; episodes: number; price: number; auto: boolean; balance: number; is_test: boolean }`
  },
  'drama-checkout': {
    description: 'An order was created.',
    details: '`value` is in units of the currency: 9.9 is R$ 9,90. `is_test`: no money will move.',
    detail: '{ order_no: string; value: number; currency: string; is_test: boolean }'
  },
  'drama-purchase': {
    description: 'An order was paid; sent once per browser, also when the viewer comes back on another day.',
    details: '`event_id` is `p_<order_no>`. `value` is in units of the currency. `is_test`: no money has moved.',
    detail:
      "{ event_id: string; order_no: string; value: number; currency: string; kind: 'coins' | 'weekly' | 'monthly'; is_test: boolean }"
  },
  'drama-reward-submitted': {
    description: 'A share was submitted for review.',
    details: '`bonus` is what it may pay.',
    detail: `{ channel: ${channel}; bonus: number }`
  },
  'drama-reward-approved': {
    description: 'A share was approved; sent once per browser, when the viewer first sees it.',
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
    description: '25, 50 or 75 % of an episode was reached; each once per viewing.',
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
  'drama-error': { description: 'An error, with its kind.', detail: '{ kind: string; path?: string }' }
}
