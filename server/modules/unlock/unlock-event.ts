import { type RawBuilder, sql } from 'kysely'
import type { UnlockedEpisode } from '../../../contract/unlock.js'
import type { RequestContext } from '../../http/request-context.js'
import { selectCreditedLpid } from '../campaign/attribution.js'
import { insertWantedEvents } from '../postback/queue-events.js'

/** Who unlocks. Coins have no origin, so `hasOnlyTestOrders` stands for coins that cost no money. */
export interface UnlockOrigin {
  lpid: string | null
  isTestVisit: boolean
  hasOnlyTestOrders: boolean
}

/** `UnlockOrigin` as columns of a statement on `users`. */
export const selectUnlockOrigin = ({ deviceId, now }: Pick<RequestContext, 'deviceId' | 'now'>) =>
  [
    selectCreditedLpid(now).as('lpid'),
    sql<boolean>`coalesce((select is_test from visits where visits.user_id = users.id
      and device_id = ${deviceId} order by visits.created_at desc limit 1), false)`.as('isTestVisit'),
    sql<boolean>`coalesce((select bool_and(is_test) from orders where orders.user_id = users.id
      and paid_at is not null), false)`.as('hasOnlyTestOrders')
  ] as const

interface UnlockEvent {
  eventId: string
  origin: UnlockOrigin
  unlocked: readonly UnlockedEpisode[]
  now: Date
}

/**
 * Queues one event for all episodes of a payment, with the last of them, as the browser's `drama-unlock` has it. For
 * `writeTransaction`.
 */
export function insertUnlockEvent({ eventId, origin, unlocked, now }: UnlockEvent): RawBuilder<unknown>[] {
  const last = unlocked.at(-1)
  const { lpid } = origin
  if (lpid === null || last === undefined) return []
  const payload = {
    at: now.getTime(),
    drama_id: last.drama_id,
    episode_no: last.episode_no,
    value: unlocked.reduce((sum, { coins_paid, bonus_paid }) => sum + coins_paid + bonus_paid, 0),
    is_test: isTestUnlock(origin)
  }
  return [insertWantedEvents(sql`owner`, now, [{ event: 'unlock', event_id: eventId, lpid, payload }])]
}

export const isTestUnlock = ({ isTestVisit, hasOnlyTestOrders }: UnlockOrigin) => isTestVisit || hasOnlyTestOrders
