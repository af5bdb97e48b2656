import { setTimeout as wait } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'

/** A server that ended keeps the lock no longer. */
const LOCK_S = 10
const RENEW_INTERVAL_MS = 2_000
const RETRY_INTERVAL_MS = 200
/** Longer than LOCK_S, so that an upload goes on at once after its server has ended. */
const ACQUIRE_TIMEOUT_MS = 15_000

interface LockContext {
  db: Kysely<Database>
  log: Log
  clock: Clock
  /** Unique for each lock. */
  createHolder(): string
}

/** Locks in the database, so that only one of several servers appends to an upload. The clock is the database's. */
export const createUploadLocker = (context: LockContext): Locker => ({ newLock: id => createLock(context, id) })

function createLock({ db, log, clock, createHolder }: LockContext, id: string): Lock {
  const holder = createHolder()
  const until = sql<Date>`now() + make_interval(secs => ${sql.lit(LOCK_S)})`
  let renewal: NodeJS.Timeout | undefined

  const take = () =>
    db
      .updateTable('uploads')
      .set({ lock_holder: holder, locked_until: until, is_lock_wanted: false })
      .where('id', '=', id)
      .where(({ or, eb }) => or([eb('lock_holder', 'is', null), eb('locked_until', '<', sql<Date>`now()`)]))
      .returning('id')
      .executeTakeFirst()

  const askForRelease = () =>
    db.updateTable('uploads').set({ is_lock_wanted: true }).where('id', '=', id).returning('id').executeTakeFirst()

  const renew = async (requestRelease: () => unknown) => {
    const row = await db
      .updateTable('uploads')
      .set({ locked_until: until, updated_at: new Date(clock.now()) })
      .where('id', '=', id)
      .where('lock_holder', '=', holder)
      .returning('is_lock_wanted')
      .executeTakeFirst()
    if (row === undefined || row.is_lock_wanted) requestRelease()
  }

  return {
    async lock(signal, requestRelease) {
      const startedAt = performance.now()
      while ((await take()) === undefined) {
        if ((await askForRelease()) === undefined) throw ERRORS.FILE_NOT_FOUND
        if (signal.aborted || performance.now() - startedAt > ACQUIRE_TIMEOUT_MS) throw ERRORS.ERR_LOCK_TIMEOUT
        await wait(RETRY_INTERVAL_MS)
      }
      renewal = setInterval(
        () => renew(requestRelease).catch(error => log.warn({ error: toLoggedError(error) }, 'upload: lock lost')),
        RENEW_INTERVAL_MS
      )
      renewal.unref()
    },
    async unlock() {
      clearInterval(renewal)
      await db
        .updateTable('uploads')
        .set({ lock_holder: null, locked_until: null, is_lock_wanted: false, updated_at: new Date(clock.now()) })
        .where('id', '=', id)
        .where('lock_holder', '=', holder)
        .execute()
    }
  }
}
