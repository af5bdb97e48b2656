import type { PostbackEvent } from '../../../../contract/event.js'
import type { AdNetwork } from '../../../db/schema/partner-tables.js'

/**
 * Names of what ad networks are sent, as in the pixel code of docs/guide/events.md. `visit` is missing, because the
 * pixels' base code reports the page view under an id of its own.
 */
const networkEvents: Partial<Record<PostbackEvent, Record<AdNetwork, string>>> = {
  search: { meta: 'Search', tiktok: 'Search' },
  view_content: { meta: 'ViewContent', tiktok: 'ViewContent' },
  favorite: { meta: 'AddToWishlist', tiktok: 'AddToWishlist' },
  checkout: { meta: 'InitiateCheckout', tiktok: 'InitiateCheckout' },
  purchase: { meta: 'Purchase', tiktok: 'CompletePayment' },
  register: { meta: 'CompleteRegistration', tiktok: 'CompleteRegistration' }
}

export const networkEventNames = Object.keys(networkEvents) as PostbackEvent[]

export function findNetworkEvent(event: PostbackEvent, network: AdNetwork): string | undefined {
  return networkEvents[event]?.[network]
}
