// Which segments were sent to whom, because only film that was sent counts as watched.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type Log, toLoggedError } from '../../lib/log.js'

export interface ServedSegment {
  /** User id, or the hash of a network and browser for tickets that belong to nobody. */
  owner: string
  asset: string
  ticket: string
  segment: number
  seconds: number
}

export interface ServedMedia {
  record(segment: ServedSegment): void
  /** Resolves once everything recorded so far is in the database, or has failed to get there. */
  flush(): Promise<void>
}

interface PendingRow extends Pick<ServedSegment, 'owner' | 'asset' | 'ticket'> {
  segments: Map<number, number>
}

/** Beats follow the segments by seconds, and another server may count them. */
const FLUSH_DELAY_MS = 1000
/** Rows that wait while the database is away. Later ones are dropped, which only costs watched seconds. */
const MAX_PENDING_ROWS = 20_000

export function createServedMedia({ db, log }: { db: Kysely<Database>; log: Log }): ServedMedia {
  let pending = new Map<string, PendingRow>()
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function write(): Promise<void> {
    const rows = pending
    if (rows.size === 0) return
    pending = new Map()
    try {
      await writeRows(db, [...rows.values()])
    } catch (error) {
      log.warn({ error: toLoggedError(error) }, 'served segments cannot be written')
      for (const row of rows.values()) for (const [segment, seconds] of row.segments) add({ ...row, segment, seconds })
    }
  }

  function add({ owner, asset, ticket, segment, seconds }: ServedSegment): void {
    const key = JSON.stringify([owner, asset, ticket])
    const row = pending.get(key) ?? { owner, asset, ticket, segments: new Map() }
    if (!pending.has(key) && pending.size >= MAX_PENDING_ROWS) return
    pending.set(key, row)
    row.segments.set(segment, seconds)
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  return {
    record(segment) {
      add(segment)
      timer ??= setTimeout(flush, FLUSH_DELAY_MS).unref()
    },
    flush
  }
}

async function writeRows(db: Kysely<Database>, rows: readonly PendingRow[]): Promise<void> {
  // In the order of the key, so that two servers do not wait for each other.
  const sorted = rows.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1))
  const values = sorted.map(({ owner, asset, ticket, segments }) => {
    const numbers = [...segments.keys()]
    const seconds = [...segments.values()]
    return sql`(${owner}, ${asset}, ${ticket}, ${numbers}::integer[], ${seconds}::double precision[])`
  })
  await sql`insert into served_media (owner, asset, ticket, segments, seconds) values ${sql.join(values)}
    on conflict (owner, asset, ticket) do update set served_at = now(), (segments, seconds) = (
      select array_agg(segment order by segment), array_agg(length order by segment) from (
        select segment, max(length) as length from unnest(served_media.segments || excluded.segments,
          served_media.seconds || excluded.seconds) as sent (segment, length) group by segment
      ) as sent
    )`.execute(db)
}

const toKey = ({ owner, asset, ticket }: PendingRow) => `${owner} ${asset} ${ticket}`

export interface ServedFilm {
  /** Seconds that were sent and have not been counted yet. */
  leftSeconds: number
  rows: { owner: string; ticket: string; leftSeconds: number }[]
  asset: string
}

/** Locks the rows, so that a second is counted for one beat only. */
export async function lockServedFilm(
  trx: Transaction<Database>,
  owners: readonly string[],
  episodeId: string
): Promise<ServedFilm> {
  const { rows } = await sql<{ owner: string; ticket: string; asset: string; left_s: number }>`select
      owner, ticket, served_media.asset,
      greatest(0, (select sum(length) from unnest(seconds) as sent (length)) - counted_s) as left_s
    from served_media join episodes on episodes.asset = served_media.asset
    where owner in (${sql.join(owners)}) and episodes.id = ${episodeId}
    order by starts_with(owner, '~'), ticket for update of served_media`.execute(trx)
  return {
    leftSeconds: rows.reduce((sum, row) => sum + row.left_s, 0),
    rows: rows.map(({ owner, ticket, left_s: leftSeconds }) => ({ owner, ticket, leftSeconds })),
    asset: rows[0]?.asset ?? ''
  }
}

export async function countServedSeconds(
  trx: Transaction<Database>,
  { rows, asset }: ServedFilm,
  seconds: number
): Promise<void> {
  let missing = seconds
  for (const { owner, ticket, leftSeconds } of rows) {
    const part = Math.min(missing, leftSeconds)
    if (part <= 0) continue
    missing -= part
    await trx
      .updateTable('served_media')
      .set({ counted_s: sql`counted_s + ${part}` })
      .where('owner', '=', owner)
      .where('asset', '=', asset)
      .where('ticket', '=', ticket)
      .execute()
  }
}

/** By the database’s clock, so that a server whose clock is ahead deletes nothing early. */
export async function deleteOldServedMedia(db: Kysely<Database>): Promise<void> {
  await sql`delete from served_media where served_at < now() - interval '2 days'`.execute(db)
}
