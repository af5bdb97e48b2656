import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import { seedSampleCampaigns } from '../../../server/modules/campaign/samples.js'
import { verifyLedger } from '../../../server/modules/ledger/verify-ledger.js'
import { createPlaybackMeasures } from '../../../server/modules/playback/playback-measures.js'
import { rollUpFacts } from '../../../server/modules/report/rollup.js'
import { toSamplePeriod } from '../../../server/modules/sample/audience.js'
import { writeSampleActivity } from '../../../server/modules/sample/sample-activity.js'
import { toSampleExperiments } from '../../../server/modules/sample/sample-experiments.js'
import { drawVisits } from '../../../server/modules/sample/sample-visits.js'
import { createSeededDraw } from '../../../server/modules/sample/seeded-draw.js'
import { zoneAt } from '../../e2e/support/zone-at.js'
import { auditLedger } from '../support/ledger-audit.js'
import { createTestClock, openTestServer } from '../support/open-test-server.js'
import { asPartner, OPERATOR_KEY, operate } from '../support/partners.js'

const DAY = 86_400_000
const silent = createLog('silent')

async function openSampled(config: object = {}) {
  const clock = createTestClock(Date.now())
  const server = await openTestServer({ engine: 'pglite', clock, config: { operatorKey: OPERATOR_KEY, ...config } })
  onTestFinished(() => server.close())
  const now = new Date(clock.now())
  await seedSampleCampaigns(server.db, server.config.currency, new Date(now.getTime() - 20 * DAY))
  const write = () => writeSampleActivity({ db: server.db, config: server.config, log: silent, now, scale: 0.1 })
  const ask = async (path: string) =>
    (await (await server.fetch(`/operator/${path}`, { headers: { Authorization: OPERATOR_KEY } })).json()).data
  return { server, write, ask }
}

test('makes every number of a day, with books that balance, and is written once', async () => {
  // Screenshots are taken between 08:00 and 24:00 only.
  const { server, write, ask } = await openSampled({ timezone: zoneAt(12) })
  const result = await write()
  expect(result).toMatchObject({ type: 'written', visits: expect.any(Number) })
  expect(await write()).toEqual({ type: 'refused', reason: 'known' })
  await auditLedger(server.db)
  expect((await verifyLedger(server.db)).broken).toEqual([])
  while ((await rollUpFacts(server.db)) > 0);
  const { yesterday, last_week: lastWeek } = await ask('today')
  for (const { hours } of [yesterday, lastWeek]) {
    const sum = (name: string) =>
      hours.map((hour: Record<string, number>) => hour[name]).reduce((all: number, one: number) => all + one, 0)
    for (const name of ['visits', 'starts', 'completes', 'paywalls']) expect([name, sum(name)]).not.toEqual([name, 0])
    expect(hours.some((hour: { first_frame: { p50: number } }) => hour.first_frame.p50 > 100)).toBe(true)
  }
  const users = await server.db.selectFrom('users').select('id').where('id', 'like', 'sample%').execute()
  expect(users.length).toBeGreaterThan(100)
  const sessions = await server.db.selectFrom('sessions').select('user_id').execute()
  expect(sessions).toEqual([])
  const waiting = await server.db.selectFrom('event_outbox').select('id').where('status', '=', 'waiting').execute()
  expect(waiting).toEqual([])
  const { list: needs } = await ask('attention')
  expect(needs).toContainEqual(expect.objectContaining({ kind: 'submissions', count: 22, overdue: 0 }))
  expect(needs).toContainEqual(expect.objectContaining({ kind: 'feedback' }))
  const experiments = await server.db
    .selectFrom('experiments')
    .innerJoin('experiment_assignments', 'experiment_id', 'id')
    .select(({ fn }) => ['status', fn.countAll<string>().as('visitors'), fn.sum<string>('starts').as('starts')])
    .groupBy('status')
    .orderBy('status')
    .execute()
  expect(experiments.map(({ status }) => status)).toEqual(['ended', 'running'])
  for (const { visitors, starts } of experiments)
    expect([Number(visitors) > 5, Number(starts) > 5]).toEqual([true, true])
  // What made one campaign sell less.
  const { list } = await ask('log?subject=serie-da-semana')
  expect(list).toMatchObject([{ action: 'campaign_save', operator: 'sample', result: 'done' }])
  expect(JSON.parse(list[0].detail)).toMatchObject({ free_episodes_override: 2 })
  const { data } = await operate(server, 'partner_key', { id: 'pa_5a3b1e0c0ffe' })
  const changes = await asPartner(server, data.key).get('campaign_changes', { lpid: 'serie-da-semana' })
  expect(changes.data.list.map((entry: { changes: object[] }) => entry.changes)).toContainEqual([
    expect.objectContaining({ setting: 'free_episodes', before: '9', after: '2' })
  ])
  const campaign = await server.db
    .selectFrom('campaigns')
    .select('free_episodes_override')
    .where('lpid', '=', 'serie-da-semana')
    .executeTakeFirst()
  expect(campaign?.free_episodes_override).toBe(2)
}, 120_000)

test('writes nothing in production, beside Stripe, or without dramas to pay for', async () => {
  const { server, write } = await openSampled({ isProduction: true })
  expect(await write()).toEqual({ type: 'refused', reason: 'production' })
  server.config.isProduction = false
  await server.db.updateTable('dramas').set({ status: 'offline' }).execute()
  expect(await write()).toEqual({ type: 'refused', reason: 'no_dramas' })
})

test('draws the same for a seed and a time, and nothing after now', () => {
  const now = new Date('2026-11-26T15:30:00Z')
  const period = toSamplePeriod(now, 'America/Sao_Paulo')
  const dramas = [{ id: 'd_long', episodes: 60, freeCount: 10 }]
  const draw = (seed: number) =>
    drawVisits(
      period,
      { dramas, freeEpisodes: new Map(), experiments: toSampleExperiments(period, 'd_long') },
      { draw: createSeededDraw(seed), playback: createPlaybackMeasures() }
    )
  const first = draw(1)
  expect(draw(1)).toEqual(first)
  expect(draw(2)).not.toEqual(first)
  for (const { at } of [...first.visits, ...first.facts, ...first.checkouts]) expect(at <= now).toBe(true)
  const countVisits = (from: number, to: number) =>
    first.visits.filter(
      ({ at }) => at.getTime() >= now.getTime() - from * DAY && at.getTime() < now.getTime() - to * DAY
    ).length
  // A report of a week has a week to compare with, in which there was less.
  expect(countVisits(14, 7)).toBeGreaterThan(1000)
  expect(countVisits(7, 0)).toBeGreaterThan(countVisits(14, 7))
  const conversion = (from: number, to: number) => {
    const isIn = ({ at }: { at: Date }) =>
      at.getTime() >= period.changedAt.getTime() + from && at.getTime() < period.changedAt.getTime() + to
    const checkouts = first.checkouts.filter(({ visitor, isPaid }) => visitor.lpid === 'serie-da-semana' && isPaid)
    const visits = first.visits.filter(({ visitor }) => visitor.lpid === 'serie-da-semana')
    return checkouts.filter(isIn).length / visits.filter(isIn).length
  }
  expect(conversion(0, 2 * DAY)).toBeLessThan(conversion(-7 * DAY, 0) / 2)
})

test('shows the paywall where the free episodes of the campaign ended at the time', () => {
  const period = toSamplePeriod(new Date('2026-11-26T15:30:00Z'), 'America/Sao_Paulo')
  const { facts, checkouts } = drawVisits(
    period,
    {
      dramas: [{ id: 'd_long', episodes: 60, freeCount: 3 }],
      freeEpisodes: new Map([['serie-da-semana', 9]]),
      experiments: []
    },
    { draw: createSeededDraw(1), playback: createPlaybackMeasures() }
  )
  const paywalls = facts.filter(({ kind, lpid }) => kind === 'paywall' && lpid === 'serie-da-semana')
  const listPlaces = (isChanged: boolean) => [
    ...new Set(
      paywalls.flatMap(({ at, episode_no }) =>
        at.getTime() >= period.changedAt.getTime() + (isChanged ? 20 * 60_000 : 0) === isChanged ? [episode_no] : []
      )
    )
  ]
  expect(listPlaces(false)).toEqual([10])
  expect(listPlaces(true)).toEqual([4])
  const ordered = checkouts.filter(({ visitor, at }) => visitor.lpid === 'serie-da-semana' && at < period.changedAt)
  expect(new Set(ordered.map(({ episodeNo }) => episodeNo))).toEqual(new Set([10]))
})
