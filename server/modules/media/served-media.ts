// Which segments were sent to whom, because only film that was sent counts as watched.
import { type Kysely, type RawBuilder, sql } from 'kysely'
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

/** What was sent of a film with one ticket. */
export interface ServedFilm {
  owner: string
  asset: string
  ticket: string
  /** Sent and not counted yet. */
  left_s: number
}

type CountedFilm = Pick<ServedFilm, 'owner' | 'asset' | 'ticket'> & { counted_s: number }

/**
 * Part of a `with` clause: the films that `report` (`place`, `owners`, `episode_id`) asks for, the viewer's own first.
 * Locks them, so that a second is counted for one beat only.
 */
export const lockServedFilms = sql`served_film as (
  select place, owner, ticket, served_media.asset,
    greatest(0, (select sum(length) from unnest(seconds) as sent (length)) - counted_s) as left_s
  from report join episodes on episodes.id = report.episode_id
    join served_media on served_media.asset = episodes.asset and served_media.owner = any(report.owners)
  order by owner collate "C", served_media.asset collate "C", ticket collate "C" for update of served_media
)`

/** Of the films of one report, for the select list beneath `lockServedFilms`. */
export const selectServedFilms = sql<ServedFilm[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('owner', owner, 'asset', asset, 'ticket', ticket, 'left_s', left_s)
    order by starts_with(owner, '~'), ticket), '[]')
  from served_film where served_film.place = report.place
)`

/** Counts the seconds of several reports. Viewers of one network share the films of tickets that belong to nobody. */
export class ServedSeconds {
  private readonly counted = new Map<string, CountedFilm>()

  /** Sent and not counted yet. */
  leftOf(films: readonly ServedFilm[]): number {
    return films.reduce((sum, film) => sum + film.left_s - this.find(film).counted_s, 0)
  }

  count(films: readonly ServedFilm[], seconds: number): void {
    let missing = seconds
    for (const film of films) {
      const counted = this.find(film)
      const part = Math.max(0, Math.min(missing, film.left_s - counted.counted_s))
      counted.counted_s += part
      missing -= part
    }
  }

  /** Parts of a `with` clause that store what was counted. */
  write(): RawBuilder<unknown>[] {
    const films = [...this.counted.values()].filter(({ counted_s }) => counted_s > 0)
    if (films.length === 0) return []
    return [
      sql`counted_film as (
        update served_media set counted_s = served_media.counted_s + film.counted_s
        from jsonb_to_recordset(${JSON.stringify(films)}::jsonb)
          as film (owner text, asset text, ticket text, counted_s double precision)
        where served_media.owner = film.owner and served_media.asset = film.asset and served_media.ticket = film.ticket
      )`
    ]
  }

  private find({ owner, asset, ticket }: ServedFilm): CountedFilm {
    const key = JSON.stringify([owner, asset, ticket])
    const known = this.counted.get(key) ?? { owner, asset, ticket, counted_s: 0 }
    this.counted.set(key, known)
    return known
  }
}

/** By the database’s clock, so that a server whose clock is ahead deletes nothing early. */
export async function deleteOldServedMedia(db: Kysely<Database>): Promise<void> {
  await sql`delete from served_media where served_at < now() - interval '2 days'`.execute(db)
}
