import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { AnnouncedEpisodes } from './notification.js'

/** Episodes that are added one by one in this time become one notification. */
export const GATHER_MS = 2 * 60_000
/** Much longer than a call, so that a lease ends only if its server has died. */
const LEASE_MS = 60_000
const LEASE_BATCH = 40

type MessageRow = Selectable<Database['push_messages']>

export type DueMessage = AnnouncedEpisodes &
  Pick<MessageRow, 'subscription_id' | 'attempts' | 'leased_until'> & { endpoint: string; p256dh: string; auth: string }

/** Makes messages of one release, for viewers who kept the drama before it. Returns whether there was one. */
export async function queueRelease(db: Kysely<Database>, now: Date): Promise<boolean> {
  const sendAt = new Date(now.getTime() + GATHER_MS)
  const { rows } = await sql<{ releases: string }>`with release as (
      update episode_releases set queued_at = ${now} where (drama_id, first_no) in (
        select drama_id, first_no from episode_releases where queued_at is null
        order by released_at limit 1 for update skip locked
      ) returning *
    ), queued as (
      insert into push_messages (subscription_id, drama_id, first_no, last_no, next_at)
      select subscription.id, release.drama_id, release.first_no, release.last_no, ${sendAt}::timestamptz
      from release
      join favorites on favorites.drama_id = release.drama_id and favorites.created_at <= release.released_at
      join push_subscriptions subscription on subscription.user_id = favorites.user_id
      on conflict (subscription_id, drama_id) do update set
        first_no = least(push_messages.first_no, excluded.first_no),
        last_no = greatest(push_messages.last_no, excluded.last_no)
    )
    select count(*) as releases from release`.execute(db)
  return rows[0]?.releases !== '0'
}

/** Leaves out episodes that have gone offline, and dramas that the viewer no longer keeps. */
export async function leaseDueMessages(db: Kysely<Database>, now: Date): Promise<DueMessage[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<DueMessage>`update push_messages message
    set attempts = attempts + 1, leased_until = ${leasedUntil}
    from (
      select subscription_id, drama_id from push_messages
      where next_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by next_at limit ${LEASE_BATCH} for update skip locked
    ) due, push_subscriptions subscription, dramas
    where message.subscription_id = due.subscription_id and message.drama_id = due.drama_id
      and subscription.id = message.subscription_id and dramas.id = message.drama_id
    returning message.subscription_id, message.drama_id, message.first_no, message.last_no, message.attempts,
      message.leased_until, subscription.endpoint, subscription.p256dh, subscription.auth, subscription.lang,
      dramas.title, dramas.cover`.execute(db)
  return rows
}

export async function isStillWanted(db: Kysely<Database>, message: DueMessage): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .innerJoin('favorites', 'favorites.user_id', 'push_subscriptions.user_id')
    .innerJoin('episodes', 'episodes.drama_id', 'favorites.drama_id')
    .innerJoin('dramas', 'dramas.id', 'favorites.drama_id')
    .select('push_subscriptions.id')
    .where('push_subscriptions.id', '=', message.subscription_id)
    .where('dramas.id', '=', message.drama_id)
    .where('dramas.status', '=', 'online')
    .where('episodes.no', '=', message.first_no)
    .where('episodes.status', '=', 'online')
    .executeTakeFirst()
  return row !== undefined
}

/** Does nothing if another server has leased the message since. Newer episodes keep it in the queue. */
export async function finishMessage(db: Kysely<Database>, message: DueMessage, now: Date): Promise<void> {
  const { subscription_id, drama_id, last_no, attempts } = message
  const own = { subscription_id, drama_id, attempts }
  await sql`delete from push_messages where ${matches(own)} and last_no = ${last_no}`.execute(db)
  await sql`update push_messages set first_no = ${last_no} + 1, attempts = 0, leased_until = null, next_at = ${now}
    where ${matches(own)} and last_no > ${last_no}`.execute(db)
}

export async function retryMessage(db: Kysely<Database>, message: DueMessage, nextAt: Date): Promise<void> {
  await sql`update push_messages set leased_until = null, next_at = ${nextAt} where ${matches(message)}`.execute(db)
}

const matches = ({
  subscription_id,
  drama_id,
  attempts
}: Pick<DueMessage, 'subscription_id' | 'drama_id' | 'attempts'>) =>
  sql`subscription_id = ${subscription_id} and drama_id = ${drama_id} and attempts = ${attempts}`

export async function deleteGoneSubscription(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
