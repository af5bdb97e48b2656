import type { Transaction } from 'kysely'
import type { CountedEvent, ReportedEvent } from '../../../contract/event.js'
import type { Database } from '../../db/schema/schema.js'
import type { CheckoutOrder } from './checkout-orders.js'

const REQUIRED_PROPS: Record<CountedEvent, 'nothing' | 'drama' | 'episode'> = {
  view_content: 'drama',
  episode_start: 'episode',
  episode_quartile: 'episode',
  episode_complete: 'episode',
  paywall: 'episode',
  search: 'nothing',
  favorite: 'drama',
  share: 'nothing',
  reward_submitted: 'nothing',
  checkout: 'nothing',
  visit: 'nothing'
}

export async function filterPlausible(
  trx: Transaction<Database>,
  events: readonly ReportedEvent[],
  orders: ReadonlyMap<string, CheckoutOrder>
): Promise<ReportedEvent[]> {
  const prices = await loadPrices(trx, events)
  return events.filter(({ event, event_id, props: { drama_id, episode_no, quartile } }) => {
    if (event === 'checkout' && !orders.has(event_id)) return false
    if (event === 'episode_quartile' && quartile === undefined) return false
    if (REQUIRED_PROPS[event] !== 'nothing' && drama_id === undefined) return false
    if (REQUIRED_PROPS[event] === 'episode' && episode_no === undefined) return false
    if (drama_id === undefined) return episode_no === undefined
    const drama = prices.get(drama_id)
    if (drama === undefined) return false
    if (episode_no === undefined) return true
    const price = drama.get(episode_no)
    return price !== undefined && (event !== 'paywall' || price > 0)
  })
}

async function loadPrices(
  trx: Transaction<Database>,
  events: readonly ReportedEvent[]
): Promise<Map<string, Map<number, number>>> {
  const dramas = [...new Set(events.flatMap(({ props }) => props.drama_id ?? []))]
  const prices = new Map<string, Map<number, number>>()
  if (dramas.length === 0) return prices
  const numbers = [...new Set(events.flatMap(({ props }) => props.episode_no ?? []))]
  const rows = await trx
    .selectFrom('dramas')
    .leftJoin('episodes', join =>
      join.onRef('episodes.drama_id', '=', 'dramas.id').on('episodes.no', 'in', numbers.length === 0 ? [0] : numbers)
    )
    .select(['dramas.id', 'dramas.free_count', 'dramas.default_price', 'episodes.no', 'episodes.price'])
    .where('dramas.id', 'in', dramas)
    .execute()
  for (const { id, no, price, free_count, default_price } of rows) {
    const drama = prices.get(id) ?? new Map<number, number>()
    prices.set(id, drama)
    if (no !== null) drama.set(no, no <= free_count ? 0 : (price ?? default_price))
  }
  return prices
}
