import { sql, type Transaction } from 'kysely'
import type { UnlockedEpisode } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'
import { selectCreditedLpid } from '../campaign/attribution.js'
import { queueWantedEvents } from '../postback/queue-events.js'

/** Who unlocks. Coins have no origin, so `hasOnlyTestOrders` stands for coins that cost no money. */
export interface UnlockOrigin {
  lpid: string | null
  isTestVisit: boolean
  hasOnlyTestOrders: boolean
}

export async function readUnlockOrigin(
  trx: Transaction<Database>,
  userId: string,
  { deviceId, now }: Pick<RequestContext, 'deviceId' | 'now'>
): Promise<UnlockOrigin> {
  const row = await trx
    .selectFrom('users')
    .select(({ selectFrom }) => [
      selectCreditedLpid(now).as('lpid'),
      selectFrom('visits')
        .select('is_test')
        .whereRef('visits.user_id', '=', 'users.id')
        .where('device_id', '=', deviceId)
        .orderBy('visits.created_at', 'desc')
        .limit(1)
        .as('is_test_visit'),
      selectFrom('orders')
        .select(sql<boolean>`bool_and(is_test)`.as('has_only_tests'))
        .whereRef('orders.user_id', '=', 'users.id')
        .where('paid_at', 'is not', null)
        .as('has_only_tests')
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    lpid: row.lpid,
    isTestVisit: row.is_test_visit ?? false,
    hasOnlyTestOrders: row.has_only_tests ?? false
  }
}

interface UnlockEvent {
  userId: string
  eventId: string
  origin: UnlockOrigin
  unlocked: readonly UnlockedEpisode[]
  now: Date
}

/** Queues one event for all episodes of a payment, with the last of them, as the browser's `drama-unlock` has it. */
export async function queueUnlockEvent(
  trx: Transaction<Database>,
  { userId, eventId, origin, unlocked, now }: UnlockEvent
): Promise<void> {
  const last = unlocked.at(-1)
  const { lpid } = origin
  if (lpid === null || last === undefined) return
  const payload = {
    at: now.getTime(),
    drama_id: last.drama_id,
    episode_no: last.episode_no,
    value: unlocked.reduce((sum, { coins_paid, bonus_paid }) => sum + coins_paid + bonus_paid, 0),
    is_test: isTestUnlock(origin)
  }
  await queueWantedEvents(trx, { userId, now }, [{ event: 'unlock', event_id: eventId, lpid, payload }])
}

export const isTestUnlock = ({ isTestVisit, hasOnlyTestOrders }: UnlockOrigin) => isTestVisit || hasOnlyTestOrders
