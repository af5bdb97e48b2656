import type { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { createFairQueue } from '../../../lib/fair-queue.js'
import { startWorkerThread } from '../../../lib/worker-thread.js'
import type { ComparerAnswer, ComparerTask } from './comparer-worker.js'
import {
  DUPLICATE_DAYS,
  type Fingerprint,
  INNER_CROP_INDEX,
  MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS,
  MAX_FINGERPRINT_DIFFERENCE_BITS
} from './fingerprint.js'
import {
  FINGERPRINT_BYTES,
  type FingerprintMatches,
  type FingerprintRows,
  type NearFingerprint
} from './fingerprint-index.js'

export interface ImageComparer {
  /**
   * Compares with the pictures of the last 60 days whose position is above `after` and below `before`. Callers take
   * turns. The thread and its memory exist from the first call or `prepare` on.
   */
  compare(image: ComparedImage, caller: readonly string[], signal?: AbortSignal): Promise<ImageComparison>
  /** Pictures of the last 60 days that differ the least, the nearest first, whether or not they are duplicates. */
  findNearest(image: SubmittedPicture, caller: readonly string[]): Promise<NearFingerprint[]>
  /** Reads what the first comparison would have to wait for, if pictures were submitted within a day. */
  prepare(now: Date): Promise<void>
}

export interface ComparedImage {
  fingerprint: Fingerprint
  now: Date
  after?: number
  before?: number
}

/** `position` is its own, which is left out. */
export interface SubmittedPicture {
  fingerprint: Fingerprint
  now: Date
  position: number | null
}

/** `comparedTo` is the highest position that was compared. */
export interface ImageComparison {
  isDuplicate: boolean
  comparedTo: number
}

const DAY_MS = 86_400_000
const MAX_POSITION = 2 ** 31 - 1
/** The reduced picture is deleted 30 days after the review, which comes within an hour, or three days of an appeal. */
const ALIGNED_DAYS = 34
const MAX_ALIGNED_PICTURES = 12
const MAX_NEAREST_PICTURES = 6
/** Most pairs of drawn chats differ by more. */
const MAX_NEAREST_BITS = 128
/** Reading a batch takes about 20 ms of the main thread. */
const BATCH_ROWS = 1400

export function createImageComparer(db: Kysely<Database>): ImageComparer {
  const queue = createFairQueue()
  let thread: ComparerThread | null = null
  const ensureThread = () => {
    thread ??= startThread(() => {
      thread = null
    })
    return thread
  }
  return {
    compare: ({ fingerprint, now, after = 0, before = MAX_POSITION }, caller, signal) =>
      queue.run(
        caller,
        async () => {
          // A plain picture would match all others.
          if (fingerprint.isPlain) return { isDuplicate: false, comparedTo: await readNewestPosition(db) }
          const { run, state } = ensureThread()
          await loadNewRows(db, now, state, run)
          const comparedTo = state.loadedTo
          const since = (days: number) => now.getTime() - days * DAY_MS
          const { isNear, ranked } = await run<FingerprintMatches>({
            kind: 'search',
            search: {
              bits: fingerprint.bits,
              turned: fingerprint.turned,
              after,
              before,
              nearSince: since(DUPLICATE_DAYS),
              rankSince: since(ALIGNED_DAYS),
              maxNearBits: MAX_FINGERPRINT_DIFFERENCE_BITS,
              innerCropIndex: INNER_CROP_INDEX,
              maxRanked: fingerprint.small === null ? 0 : MAX_ALIGNED_PICTURES
            }
          })
          if (isNear || ranked.length === 0 || fingerprint.small === null) return { isDuplicate: isNear, comparedTo }
          const others = await readReducedImages(
            db,
            ranked.map(({ position }) => position)
          )
          const maxBits = MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS
          return { isDuplicate: await run({ kind: 'align', small: fingerprint.small, others, maxBits }), comparedTo }
        },
        signal
      ),
    findNearest: ({ fingerprint, now, position }, caller) =>
      queue.run(caller, async () => {
        if (fingerprint.isPlain) return []
        const { run, state } = ensureThread()
        await loadNewRows(db, now, state, run)
        const nearest = await run<NearFingerprint[]>({
          kind: 'rank',
          ranking: {
            bits: fingerprint.bits,
            turned: fingerprint.turned,
            after: 0,
            before: MAX_POSITION,
            rankSince: now.getTime() - DUPLICATE_DAYS * DAY_MS,
            innerCropIndex: INNER_CROP_INDEX,
            maxRanked: MAX_NEAREST_PICTURES + 1,
            maxRankedBits: MAX_NEAREST_BITS
          }
        })
        return nearest.filter(near => near.position !== position).slice(0, MAX_NEAREST_PICTURES)
      }),
    prepare: async now => {
      const dayAgo = new Date(now.getTime() - DAY_MS)
      if ((await readPositionBefore(db, dayAgo)) === null) return
      const { run, state } = ensureThread()
      await queue.run(['prepare'], () => loadNewRows(db, now, state, run))
    }
  }
}

type RunTask = <Result>(task: ComparerTask) => Promise<Result>

/** `state` ends with the thread, because the next one starts without rows. */
interface ComparerThread {
  run: RunTask
  state: { loadedTo: number }
}

const files = ['./comparer-worker.js', './comparer-worker.ts']

function startThread(onEnd: () => void): ComparerThread {
  const worker: Worker = startWorkerThread(files, import.meta.url)
  worker.unref()
  let failure: Error | null = null
  worker.on('error', error => {
    failure = error
  })
  worker.once('exit', () => {
    failure ??= new Error('the thread that compares pictures has ended')
    onEnd()
  })
  const run: RunTask = task =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(failure ?? new Error('the thread that compares pictures has ended'))
      if (failure !== null) return onExit()
      worker.once('exit', onExit)
      worker.once('message', (answer: ComparerAnswer) => {
        worker.off('exit', onExit)
        if ('error' in answer) reject(new Error(answer.error))
        else resolve(answer.result as never)
      })
      worker.postMessage(task)
    })
  return { run, state: { loadedTo: 0 } }
}

async function readNewestPosition(db: Kysely<Database>): Promise<number> {
  const { newest } = await db
    .selectFrom('reward_prints')
    .select(({ fn }) => fn.max('position').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

async function loadNewRows(db: Kysely<Database>, now: Date, state: { loadedTo: number }, run: RunTask): Promise<void> {
  const oldest = new Date(now.getTime() - DUPLICATE_DAYS * DAY_MS)
  const newest = await readNewestPosition(db)
  if (state.loadedTo === 0) state.loadedTo = (await readPositionBefore(db, oldest)) ?? newest
  let adding: Promise<unknown> = Promise.resolve()
  for (let from = state.loadedTo; from < newest; ) {
    // Reads only whole pictures, because the next batch begins behind the last position.
    const reading = sql<PrintRow>`
      select position, no, created_at, case when created_at > ${oldest} then varbit_send(bits) end as bits
      from reward_prints where position > ${from}
      order by position, no limit ${BATCH_ROWS}`.execute(db)
    // Waits for both also if one fails: an answer that comes later would be taken for that of the next task.
    const [read, added] = await Promise.allSettled([reading, adding])
    if (read.status === 'rejected') throw read.reason
    if (added.status === 'rejected') throw added.reason
    const { rows } = read.value
    const last = rows.at(-1)?.position
    if (last === undefined) break
    const isFull = rows.length === BATCH_ROWS
    const whole = isFull ? rows.filter(({ position }) => position < last) : rows
    const loadedTo = isFull ? last - 1 : last
    // The thread adds while the next batch is read.
    adding = run({ kind: 'add', rows: packRows(whole), removeBefore: oldest.getTime() }).then(() => {
      state.loadedTo = loadedTo
    })
    adding.catch(() => undefined)
    from = loadedTo
  }
  await adding
}

/** The position before the first picture after `time`. Null if there is none. */
async function readPositionBefore(db: Kysely<Database>, time: Date): Promise<number | null> {
  const first = await db
    .selectFrom('reward_prints')
    .select('position')
    .where('created_at', '>', time)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return first === undefined ? null : first.position - 1
}

/** A varbit is sent as four bytes with its length, then its bits. */
const VARBIT_HEADER_BYTES = 4

interface PrintRow {
  position: number
  no: number
  bits: Uint8Array | null
  created_at: Date
}

function packRows(rows: readonly PrintRow[]): FingerprintRows {
  const comparable = rows.flatMap(row =>
    row.bits?.length === VARBIT_HEADER_BYTES + FINGERPRINT_BYTES ? [{ ...row, bits: row.bits }] : []
  )
  const bits = new Uint8Array(comparable.length * FINGERPRINT_BYTES)
  for (const [index, row] of comparable.entries())
    bits.set(row.bits.subarray(VARBIT_HEADER_BYTES), index * FINGERPRINT_BYTES)
  return {
    bits,
    positions: Int32Array.from(comparable, ({ position }) => position),
    nos: Uint8Array.from(comparable, ({ no }) => no),
    times: Float64Array.from(comparable, row => row.created_at.getTime())
  }
}

/** Without pictures that were deleted. */
async function readReducedImages(db: Kysely<Database>, positions: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ small: string }>`
    select reward_images.prints::json ->> 'small' as small from reward_prints
    join reward_images on reward_images.submission_id = reward_prints.submission_id
    where reward_prints.no = 0 and reward_prints.position = any(${positions}::int[])
      and reward_images.removed_at is null and reward_images.prints::json ->> 'small' is not null`.execute(db)
  return rows.map(({ small }) => small)
}
