import { z } from 'zod'
import { createFieldError } from '../../../http/business-error.js'
import { MAX_CLOCK_DIFFERENCE_MS, readDatabaseClock } from '../../clock/clock-guard.js'
import { confirmTime } from '../../clock/trusted-time.js'
import { defineOperatorAction, type OperatorContext } from '../operator-action.js'

const showRequest = z.object({})

const showResponse = z.object({
  is_trusted: z.boolean(),
  server_time: z.date(),
  database_time: z.date(),
  trusted_until: z.date().nullable()
})

export const showClockAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/clock_show',
  roles: ['editor', 'reviewer', 'support', 'analyst'],
  description: 'Compares the clocks of server and database.',
  request: showRequest,
  response: showResponse,
  subject: null,
  run: async ({ db, now, isClockTrusted }) => {
    return {
      is_trusted: isClockTrusted(),
      server_time: now,
      database_time: await readDatabaseClock(db),
      trusted_until: await readTrustedUntil(db)
    }
  }
})

async function readTrustedUntil(db: OperatorContext['db']): Promise<Date | null> {
  const row = await db.selectFrom('clock_guard').select('trusted_until').executeTakeFirst()
  return row?.trusted_until ?? null
}

const confirmRequest = z.object({ time: z.iso.datetime({ offset: true }) })

const confirmResponse = z.object({ database_time: z.date(), trusted_until: z.date() })

export const confirmClockAction = defineOperatorAction({
  method: 'POST',
  path: '/operator/clock_confirm',
  roles: [],
  description: 'Confirms the time of the database after its clock was wrong.',
  request: confirmRequest,
  response: confirmResponse,
  subject: () => 'clock',
  readState: async ({ db }) => ({ trusted_until: await readTrustedUntil(db) }),
  run: async ({ db }, { time }) => {
    const databaseTime = await readDatabaseClock(db)
    const differenceMs = Math.abs(Date.parse(time) - databaseTime.getTime())
    if (differenceMs > MAX_CLOCK_DIFFERENCE_MS) throw createFieldError('time', 'not_database_time')
    const trustedUntil = new Date(databaseTime.getTime() + MAX_CLOCK_DIFFERENCE_MS)
    await confirmTime(db, trustedUntil)
    return { database_time: databaseTime, trusted_until: trustedUntil }
  }
})
