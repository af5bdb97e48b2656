import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Clock } from '../../lib/clock.js'
import type { Log } from '../../lib/log.js'

export const MAX_CLOCK_DIFFERENCE_MS = 60_000
/** A server that stood still for longer needs the operator's word that its clock is right. */
const MAX_STANDSTILL_MS = 24 * 60 * 60_000
/** Requests get the new time when a clock that was set has gone on evenly for this long. */
const FOLLOW_AFTER_MS = 10 * 60_000
const EVEN_WITHIN_MS = 5000
/** A slower answer says too little about the database's time. */
const MAX_LATENCY_MS = 10_000

/** `now` is for requests: it does not jump with the machine's clock. */
export interface ClockGuard extends Clock {
  /** False while the clocks disagree, and before the first check. */
  isTrusted(): boolean
  check(): Promise<void>
}

/** Both in ms. `monotonicTime` never jumps, and starts anywhere. */
export interface MachineClocks {
  wallTime(): number
  monotonicTime(): number
}

interface ClockGuardOptions {
  db: Kysely<Database>
  log: Log
  /** In production. Elsewhere a server may stand still for any time. */
  isProduction: boolean
  clocks?: MachineClocks
  readDatabaseTime?: () => Promise<Date>
}

/** The wall time `time` at the monotonic time `at`. */
interface Anchor {
  time: number
  at: number
}

type Disagreement = 'database' | 'jump' | 'behind' | 'standstill'

const machineClocks: MachineClocks = { wallTime: () => Date.now(), monotonicTime: () => performance.now() }

/**
 * Compares the machine's wall clock with its monotonic clock, with the database's clock and with the last time on which
 * they agreed, which the database stores. While they agree, `trusted_until` moves on with them.
 */
export function createClockGuard({
  db,
  log,
  isProduction,
  clocks = machineClocks,
  readDatabaseTime = () => readDatabaseClock(db)
}: ClockGuardOptions): ClockGuard {
  const { wallTime, monotonicTime } = clocks
  const maxStandstillMs = isProduction ? MAX_STANDSTILL_MS : Number.POSITIVE_INFINITY
  let served: Anchor = { time: wallTime(), at: monotonicTime() }
  let trusted: Anchor | null = null
  /** What the database knew at the first check: the server stood still since then. */
  let lastKnown: Anchor | null = null
  let setClock: { offsetMs: number; since: number } | null = null
  let disagreement: Disagreement | 'unchecked' | null = 'unchecked'
  const timeOf = (anchor: Anchor, at: number) => anchor.time + at - anchor.at

  function findDisagreement(wall: Anchor, databaseMs: number, latencyMs: number, trustedMs: number | null) {
    if (Math.abs(databaseMs) > MAX_CLOCK_DIFFERENCE_MS + latencyMs / 2) return 'database'
    // Another server or the operator says so.
    if (trustedMs !== null && trustedMs !== trusted?.time && Math.abs(wall.time - trustedMs) <= MAX_CLOCK_DIFFERENCE_MS)
      return null
    if (trusted !== null) {
      return Math.abs(wall.time - timeOf(trusted, wall.at)) > MAX_CLOCK_DIFFERENCE_MS ? 'jump' : null
    }
    if (lastKnown === null) return null
    const standstillMs = wall.time - timeOf(lastKnown, wall.at)
    if (standstillMs < -MAX_CLOCK_DIFFERENCE_MS) return 'behind'
    return standstillMs > maxStandstillMs ? 'standstill' : null
  }

  /** The time of requests does not stay on an old one for ever, because the clock may have been set right. */
  function followSetClock(wall: Anchor): void {
    const offsetMs = wall.time - timeOf(served, wall.at)
    if (setClock === null || Math.abs(offsetMs - setClock.offsetMs) > EVEN_WITHIN_MS) {
      setClock = { offsetMs, since: wall.at }
    } else if (wall.at - setClock.since >= FOLLOW_AFTER_MS) served = wall
  }

  function report(found: Disagreement | null, details: object): void {
    const wasAlarm = disagreement !== null && disagreement !== 'unchecked'
    if (found !== null && !wasAlarm) log.error({ reason: found, ...details }, 'the clocks disagree: nothing expires')
    if (found === null && wasAlarm) log.error(details, 'the clocks agree again')
  }

  return {
    now: () => Math.round(timeOf(served, monotonicTime())),
    isTrusted: () => disagreement === null,
    async check() {
      const startedAt = monotonicTime()
      const databaseTime = await readDatabaseTime()
      const wall = { time: wallTime(), at: monotonicTime() }
      const latencyMs = wall.at - startedAt
      if (latencyMs > MAX_LATENCY_MS) return
      const { trusted_until: trustedUntil, newest } = await readKnownTimes(db)
      const trustedMs = trustedUntil === null ? null : trustedUntil.getTime() - MAX_CLOCK_DIFFERENCE_MS
      if (disagreement === 'unchecked') lastKnown = toLastKnown(trustedMs, newest, wall)
      const databaseMs = databaseTime.getTime() - (wall.time - latencyMs / 2)
      const found = findDisagreement(wall, databaseMs, latencyMs, trustedMs)
      report(found, {
        serverTime: new Date(wall.time).toISOString(),
        databaseTime: databaseTime.toISOString(),
        expectedTime: new Date(timeOf(trusted ?? lastKnown ?? wall, wall.at)).toISOString()
      })
      disagreement = found
      if (found === null) {
        served = wall
        trusted = wall
        setClock = null
        await storeTrustedUntil(db, new Date(wall.time + MAX_CLOCK_DIFFERENCE_MS))
      } else if (found === 'database') setClock = null
      else followSetClock(wall)
    }
  }
}

/** Without a trusted time only the ledger tells that a clock is behind, and nothing tells that it is ahead. */
function toLastKnown(trustedMs: number | null, newest: Date | null, wall: Anchor): Anchor | null {
  if (trustedMs !== null) return { time: trustedMs, at: wall.at }
  return newest === null || newest.getTime() < wall.time ? null : { time: newest.getTime(), at: wall.at }
}

export async function readDatabaseClock(db: Kysely<Database>): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
  return (rows[0] as (typeof rows)[number]).time
}

async function readKnownTimes(db: Kysely<Database>) {
  const { rows } = await sql<{
    trusted_until: Date | null
    newest: Date | null
  }>`select trusted_until, case when trusted_until is null then (select max(created_at) from ledger_txns) end as newest
    from (select 1) as one left join clock_guard on true`.execute(db)
  return rows[0] as (typeof rows)[number]
}

async function storeTrustedUntil(db: Kysely<Database>, trustedUntil: Date): Promise<void> {
  await db
    .insertInto('clock_guard')
    .values({ trusted_until: trustedUntil })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet({ trusted_until: trustedUntil })
        .where('clock_guard.trusted_until', '<', trustedUntil)
    )
    .execute()
}
