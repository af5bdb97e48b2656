import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { Liveness } from '../../db/liveness.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import type { Log } from '../../lib/log.js'
import { systemRandom } from '../../lib/random.js'
import { createPlaybackMeasures } from '../playback/playback-measures.js'
import { storePlaybackCounts } from '../playback/playback-rollup-job.js'
import { CHANGED_CAMPAIGN, SAMPLE_DAYS, type SamplePeriod, toSamplePeriod } from './audience.js'
import { listCampaignChange, listFeedback, listPurchases, listSubmissions, runActions } from './sample-actions.js'
import { writeExperiments } from './sample-experiment-writes.js'
import { toSampleExperiments } from './sample-experiments.js'
import { insertPartner } from './sample-partner.js'
import { openSampleServer } from './sample-server.js'
import { drawVisits, SAMPLE_ID_PREFIX, type SampleDrama, toSampleId } from './sample-visits.js'
import { insertFacts, insertPaywalls, insertVisitors, insertVisits, writeDeliveries } from './sample-writes.js'
import { createSeededDraw } from './seeded-draw.js'

export interface SampleOptions {
  db: Kysely<Database>
  config: Config
  log: Log
  now: Date
  liveness?: Liveness
  seed?: number
  scale?: number
}

export type SampleResult =
  | { type: 'written'; visits: number; orders: number }
  | { type: 'refused'; reason: 'production' | 'known' | 'no_dramas' }

const DAY_MS = 86_400_000

/** Writes what viewers did in the last days, once. Ids of its users begin with `sample_`. Never in production. */
export async function writeSampleActivity({ now, seed = 1, scale, ...options }: SampleOptions): Promise<SampleResult> {
  const { db, config, log } = options
  if (config.isProduction || config.payments.stripe !== null) return { type: 'refused', reason: 'production' }
  if (await hasSampleActivity(db)) return { type: 'refused', reason: 'known' }
  const dramas = await readSampleDramas(db)
  if (dramas.length === 0) return { type: 'refused', reason: 'no_dramas' }
  const period = toSamplePeriod(now, config.timezone, scale)
  await transaction(db, trx => insertPartner(trx, startOf(period)))
  const draw = createSeededDraw(seed)
  const playback = createPlaybackMeasures()
  const experiments = toSampleExperiments(period, dramas[0]?.id ?? '')
  const { visitors, visits, facts, checkouts } = drawVisits(
    period,
    { dramas, freeEpisodes: await readFreeEpisodes(db), experiments },
    {
      draw,
      playback
    }
  )
  await insertVisitors(db, visitors)
  await insertVisits(db, visits)
  await insertFacts(db, facts)
  await insertPaywalls(db, checkouts)
  await storePlaybackCounts(db, playback)
  const server = openSampleServer(options)
  const context = { db, log, server, period, draw, currency: config.currency }
  await runActions(server, [
    ...listPurchases(context, checkouts),
    ...listCampaignChange(context),
    ...listFeedback(context, visitors),
    ...listSubmissions(context, visitors)
  ])
  await writeExperiments(db, experiments, { visits, facts })
  await writeDeliveries(db, {
    since: startOf(period),
    changedAt: period.changedAt,
    changedLpid: CHANGED_CAMPAIGN,
    secret: `whs_${systemRandom.bytes(32).toString('base64url')}`
  })
  await endSessions(db)
  return { type: 'written', visits: visits.length, orders: checkouts.filter(({ isPaid }) => isPaid).length }
}

const startOf = ({ now }: SamplePeriod) => new Date(now.getTime() - (SAMPLE_DAYS + 1) * DAY_MS)

async function hasSampleActivity(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', toSampleId(1)).executeTakeFirst()
  return row !== undefined
}

async function readFreeEpisodes(db: Kysely<Database>): Promise<Map<string, number>> {
  const rows = await db.selectFrom('campaigns').select(['lpid', 'free_episodes_override']).execute()
  return new Map(rows.map(({ lpid, free_episodes_override: free }) => [lpid, free ?? 0]))
}

/** Those with paid episodes; the longest first, because most viewers watch them. */
async function readSampleDramas(db: Kysely<Database>): Promise<SampleDrama[]> {
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'episode_count', 'free_count'])
    .where('status', '=', 'online')
    .whereRef('episode_count', '>', 'free_count')
    .orderBy('episode_count', 'desc')
    .orderBy('id')
    .limit(12)
    .execute()
  return rows.map(({ id, episode_count: episodes, free_count: freeCount }) => ({ id, episodes, freeCount }))
}

async function endSessions(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', 'like', `${SAMPLE_ID_PREFIX.replace('_', '\\_')}%`)
    .execute()
}
