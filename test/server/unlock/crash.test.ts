import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { type OpenDatabase, openDatabase } from '../../../server/db/open.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { createLog } from '../../../server/lib/log.js'
import { createDraw } from '../../support/seeded-random.js'
import { auditLedger } from '../support/ledger-audit.js'
import { createTestClock, openTestServer } from '../support/open-test-server.js'
import { openCampaign } from '../support/partners.js'
import { prepareKillableServer } from '../support/servers/killable-server.js'
import { engines, freshDatabase } from '../support/servers/test-database.js'
import {
  type ClientHistory,
  describeHistory,
  findAllContradictions,
  openHistory,
  type ServerState,
  unlockEpisodes
} from './unlock-history.js'

/** So many that none is told to wait because of `publishedRates.unlock_per_minute`. */
const CLIENTS = 24
const KILLS = Number(process.env.KILLS ?? 10)
/** About a thousand responses in all on Postgres; fewer on the embedded database, which starts slowly. */
const ANSWERS_BETWEEN_KILLS = { postgres: 110, pglite: Number(process.env.PGLITE_ANSWERS ?? 25) }
const EPISODES = 1000
const COINS = 100_000
const BONUS = 1500
const PRICE = 60
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 1e9))

const killable = prepareKillableServer({ slug: 'long', episodes: EPISODES, free: 1, price: PRICE })

const open = (env: Record<string, string>): Promise<OpenDatabase> =>
  openDatabase(readConfig(env, { projectDir: killable.path(''), readText: () => null }), createLog('silent'))

async function prepare(env: Record<string, string>): Promise<ClientHistory[]> {
  const database = await open(env)
  const options = { engine: 'postgres', db: database.db, clock: createTestClock(Date.now()) } as const
  const server = await openTestServer({ ...options, catalogueDirs: [killable.path('catalogue')] })
  const histories: ClientHistory[] = []
  const lpid = await openCampaign(server)
  const postback = { id: 'pb_unlock', lpid, event: 'unlock', url: 'http://localhost:1/', method: 'POST' } as const
  const at = new Date(server.clock.now())
  await server.db
    .insertInto('campaign_postbacks')
    .values({ ...postback, secret: '', created_at: at })
    .execute()
  for (let count = 0; count < CLIENTS; count++)
    histories.push(await openHistory(server, { coins: COINS, bonus: BONUS, login: { lpid } }))
  await server.close()
  await database.close()
  return histories
}

/** Ids of the unlock events that are to be told, and of those that viewers were answered with. */
async function eventIdsOf(db: Kysely<Database>) {
  const outbox = await db
    .selectFrom('event_outbox')
    .select('event_id')
    .where('event', '=', 'unlock')
    .where('postback_id', '=', '')
    .execute()
  const answers = await db.selectFrom('idempotent_answers').select('answer').execute()
  const answered = answers.flatMap(({ answer }) => JSON.parse(answer).data?.event_id ?? [])
  return { queued: outbox.map(({ event_id }) => event_id).sort(), answered: answered.sort() }
}

async function killDuringRequests(env: Record<string, string>, histories: readonly ClientHistory[], between: number) {
  const draw = createDraw(seed)
  const killAndStart = async () => {
    await killable.stop('SIGKILL')
    return killable.start(env)
  }
  const state: ServerState = { origin: killable.start(env), answered: 0, isClosing: false }
  const watching = histories.map((history, index) => unlockEpisodes(state, history, seed + index, PRICE))
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = state.answered + between / 2 + Math.floor(draw() * between)
    await expect
      .poll(() => state.answered, { interval: 1 + Math.floor(draw() * 6), timeout: 240_000 })
      .toBeGreaterThan(enough)
    state.origin = killAndStart()
    await state.origin
  }
  state.isClosing = true
  await Promise.all(watching)
  await killable.stop('SIGTERM')
}

test.each(engines)(
  'nothing that was answered is lost in ten kills, nothing is charged twice, and the books balance: %s',
  async engine => {
    const data = { DATA_DIR: killable.path(engine), CATALOGUE_DIRS: killable.path('catalogue'), LOG_LEVEL: 'error' }
    const url = engine === 'postgres' ? { DATABASE_URL: await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE) } : null
    const env: Record<string, string> = { ...data, ...url }
    const histories = await prepare(env)
    await killDuringRequests(env, histories, ANSWERS_BETWEEN_KILLS[engine])

    const { db, close } = await open(env)
    const audit = await auditLedger(db)
    console.log(`${engine}, KILL_SEED=${seed}: ${describeHistory(histories, audit)}`)
    const faults = [...audit.faults, ...(await findAllContradictions(db, histories))]
    const { queued, answered } = await eventIdsOf(db)
    await close()
    expect(queued).toEqual(answered)
    expect(queued.length).toBeGreaterThan(0)
    expect(faults, `KILL_SEED=${seed}`).toEqual([])
    expect(audit.users).toBe(CLIENTS)
  },
  900_000
)
