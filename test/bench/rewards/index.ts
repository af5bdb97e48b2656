// `npm run bench:rewards`: a day of honest viewers and farmers, with the server's own rules, and what each of them gets.
import { sql } from 'kysely'
import { transaction } from '../../../server/db/transaction.js'
import { systemRandom } from '../../../server/lib/random.js'
import { mergeVisitor } from '../../../server/modules/account/merge/merge-visitor.js'
import { releaseEarnings } from '../../../server/modules/reward/earning/release-job.js'
import { reviewSubmission } from '../../../server/modules/reward/review/review.js'
import { decideOverdue } from '../../../server/modules/reward/review/review-job.js'
import { openBuyer } from '../../server/support/buyer.js'
import { serveFilm } from '../../server/support/film.js'
import { createTestClock, openTestServer, type TestServer } from '../../server/support/open-test-server.js'
import { OPERATOR_KEY, operate } from '../../server/support/partners.js'
import { keepNewImage, openInvites, submit } from '../../server/support/rewards.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { runBench } from '../support/run-bench.js'
import {
  bonusBefore,
  CARRIER_NETWORK,
  CARRIER_VIEWERS,
  FARMERS,
  HONEST,
  openPeople,
  type Person,
  VISITORS_PER_FARMER,
  type Visitor
} from './people.js'

const HOUR_MS = 3_600_000
const EPISODE = 'e_rain_1'
const PER_NETWORK = 300
/** In the evening an operator reviews pictures and looks at the networks where bonus waits. */
const OPERATOR_HOUR = 21
const BUDGET = 60_000
const VISITORS_AT_ONCE = 8

const log = { error: () => undefined } as never

type Viewer = Awaited<ReturnType<typeof openBuyer>>

await runBench(run)

async function run(): Promise<void> {
  // Midnight in São Paulo.
  const clock = createTestClock(Date.parse('2026-11-20T03:00:00Z'))
  const rewards = { budget: BUDGET, perNetwork: PER_NETWORK, telegramUrl: null, telegramBot: null }
  const postgres = await startPostgres()
  const server = await openTestServer({
    engine: 'postgres',
    postgresUrl: await postgres.createDatabase(),
    clock,
    config: { rewards, trustedProxies: 1, operatorKey: OPERATOR_KEY }
  })
  try {
    for (const lpid of ['summer', 'winter']) await openCampaign(server, lpid)
    const people = openPeople()
    const viewers = new Map<Visitor, Viewer>()
    for (const { visitors } of people) {
      for (const visitor of visitors.filter(({ pays }) => pays)) {
        const viewer = await come(server, visitor)
        viewers.set(visitor, viewer)
        await viewer.buy('p_brl_300')
      }
    }
    server.clock.advance(96 * HOUR_MS)
    const honest = people.filter(({ kind }) => kind === 'honest')
    const before = await measure(server, people, viewers)
    await playDay(server, honest, viewers)
    const firstDay = await measure(server, people, viewers)
    await playDay(server, people, viewers)
    const secondDay = await measure(server, people, viewers)
    for (let hour = 0; hour < 24; hour++) {
      server.clock.advance(HOUR_MS)
      await settle(server)
    }
    const dayAfter = await measure(server, people, viewers)
    await mergeFarms(server, people, viewers)
    const inOneWallet = await measure(server, people, viewers)
    report(people, { before, firstDay, secondDay, dayAfter, inOneWallet })
  } finally {
    await server.close()
    await postgres.stop()
  }
}

async function openCampaign({ db, clock }: TestServer, lpid: string): Promise<void> {
  await db
    .insertInto('campaigns')
    .values({ lpid, name: lpid, status: 'active', created_at: new Date(clock.now()) })
    .execute()
}

function come(server: TestServer, { address, device, userAgent, lpid }: Visitor): Promise<Viewer> {
  return openBuyer(server, { lpid }, { 'X-Forwarded-For': address, 'XX-Device-Id': device, 'User-Agent': userAgent })
}

async function playDay(server: TestServer, people: readonly Person[], viewers: Map<Visitor, Viewer>): Promise<void> {
  for (let hour = 0; hour < 24; hour++) {
    await playHour(server, people, viewers, hour)
    if (hour === OPERATOR_HOUR) await operateInTheEvening(server, people, viewers)
    await settle(server)
    console.error(`${new Date(server.clock.now()).toISOString()}, after ${Math.round(process.uptime())} s`)
  }
}

async function forEachAtOnce<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const lanes = Array.from({ length: VISITORS_AT_ONCE }, async () => {
    for (const item of queue) await act(item)
  })
  await Promise.all(lanes)
}

async function playHour(server: TestServer, people: readonly Person[], viewers: Map<Visitor, Viewer>, hour: number) {
  const everybody = people.flatMap(({ visitors }) => visitors)
  const present = everybody.filter(visitor => visitor.hour === hour).sort((one, other) => one.turn - other.turn)
  const started: { visitor: Visitor; viewer: Viewer; nonce: string; playId: string }[] = []
  await forEachAtOnce(present, async visitor => {
    const viewer = viewers.get(visitor) ?? (await come(server, visitor))
    viewers.set(visitor, viewer)
    const { nonce } = (await viewer.post('/task/start', { code: 'home_15s' })).data
    const playId = (await viewer.post('/drama/play', { episode_id: EPISODE })).data.play_id
    if (visitor.minutes > 0) await serveFilm(server, viewer.userId, EPISODE, visitor.minutes * 60)
    started.push({ visitor, viewer, nonce, playId })
  })
  server.clock.advance(16 * 60_000)
  await forEachAtOnce(started, async ({ visitor, viewer, nonce, playId: play_id }) => {
    await viewer.post('/task/report', { code: 'home_15s', nonce })
    const isFarm = visitor.device.startsWith('farm')
    const length = isFarm ? 15 : visitor.minutes
    const beats = Array.from({ length }, (_, seq) => ({ seq, from_s: 0, to_s: 60, played_s: 60 }))
    if (length > 0) await viewer.post('/drama/progress', { play_id, episode_id: EPISODE, position_s: 1, beats })
    for (const code of ['home_15s', 'watch_5', 'watch_10', 'watch_15']) await viewer.post('/task/claim', { code })
  })
  const sharing = everybody.filter(visitor => hour >= visitor.hour && hour < visitor.hour + visitor.shares)
  await forEachAtOnce(sharing, async visitor => {
    const viewer = viewers.get(visitor)
    if (viewer === undefined) return
    await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
    await openInvites(server, viewer.userId, visitor.friends)
  })
  server.clock.advance(44 * 60_000)
}

/**
 * The operator sees which pictures are of chats (those of honest viewers), and that the carrier's addresses belong to a
 * carrier, of which so many viewers come in a day.
 */
async function operateInTheEvening(
  server: TestServer,
  people: readonly Person[],
  viewers: ReadonlyMap<Visitor, Viewer>
): Promise<void> {
  const honest = new Set(
    people.flatMap(({ kind, visitors }) =>
      kind === 'honest' ? visitors.map(visitor => viewers.get(visitor)?.userId) : []
    )
  )
  const submissions = await server.db
    .selectFrom('reward_submissions')
    .select(['id', 'user_id'])
    .where('status', '=', 0)
    .execute()
  const context = { db: server.db, log, now: new Date(server.clock.now()), reviewer: 'operator', budget: BUDGET }
  for (const { id, user_id } of submissions) {
    const isShare = honest.has(user_id)
    await reviewSubmission(context, id, isShare ? { ok: true } : { ok: false, reason: 'not_share', note: null })
  }
  const list: { addresses: string; people: number | null }[] = (
    await (await server.fetch('/operator/network_list', { headers: { Authorization: OPERATOR_KEY } })).json()
  ).data.list
  const carrier = list.find(({ addresses }) => addresses === CARRIER_NETWORK)
  if (carrier?.people === null) {
    await operate(server, 'network_set', { address: CARRIER_NETWORK, people: CARRIER_VIEWERS })
  }
}

/** The release job runs 180 times an hour. Here it tries each waiting task once. */
async function settle({ db, config, clock }: TestServer): Promise<void> {
  const now = new Date(clock.now())
  const limits = { budget: BUDGET, perNetwork: PER_NETWORK, isTelegramChecked: false }
  while ((await decideOverdue({ db, log, now, reviewer: 'automatic', ...limits })) === 100);
  await releaseEarnings({ db, config, now })
}

/** Bonus of each person: what tasks paid, and what shares may be claimed. */
async function measure(server: TestServer, people: readonly Person[], viewers: ReadonlyMap<Visitor, Viewer>) {
  const { rows } = await sql<{ user_id: string; bonus: string }>`select id as user_id,
      bonus + (select coalesce(sum(reward_bonus), 0) from reward_submissions where user_id = users.id and status = 1) as bonus
    from users where merged_into is null`.execute(server.db)
  const bonusOf = new Map(rows.map(({ user_id, bonus }) => [user_id, Number(bonus)]))
  return new Map(
    people.map(person => [
      person,
      person.visitors.reduce((sum, visitor) => {
        const userId = viewers.get(visitor)?.userId ?? ''
        // A pack brings a gift, which nobody earned.
        return sum + (bonusOf.get(userId) ?? 0) - (visitor.pays ? 100 : 0)
      }, 0)
    ])
  )
}

/** Farmers claim their shares and carry everything into their first visitor. */
async function mergeFarms(server: TestServer, people: readonly Person[], viewers: Map<Visitor, Viewer>): Promise<void> {
  const context = {
    config: server.config,
    clock: server.clock,
    random: systemRandom,
    now: new Date(server.clock.now())
  }
  for (const { kind, visitors } of people) {
    if (kind !== 'farmer') continue
    const [first, ...others] = visitors.flatMap(visitor => viewers.get(visitor) ?? [])
    for (const viewer of [first, ...others]) {
      const list = (await viewer?.get('/reward/records'))?.data.list ?? []
      for (const { id, status } of list) if (status === 1) await viewer?.post('/reward/claim', { id })
    }
    if (first === undefined) continue
    for (const { userId: from } of others) {
      await transaction(server.db, async trx => {
        await mergeVisitor(trx, { from, into: first.userId, context })
      })
    }
  }
}

type Earned = ReadonlyMap<Person, number>

interface Measured {
  before: Earned
  firstDay: Earned
  secondDay: Earned
  dayAfter: Earned
  inOneWallet: Earned
}

function report(people: readonly Person[], { before, firstDay, secondDay, dayAfter, inOneWallet }: Measured): void {
  const groups = [...new Set(people.map(({ kind, group }) => `${kind}: ${group}`)), 'honest', 'farmer']
  const format = (bonus: number, full: number) => `${bonus.toFixed(1)} (${((100 * bonus) / full).toFixed(1)} %)`
  const farms = `${FARMERS} farmers with ${VISITORS_PER_FARMER} visitors each on the second`
  console.log(`${HONEST} honest viewers on both days, ${farms};`)
  console.log('bonus of a person and day on average, in brackets of what it was without limits\n')
  console.log('| people | without limits | first day | second day | with what came a day later | in one wallet |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const name of groups) {
    const isHonest = name.startsWith('honest')
    const members = people.filter(({ kind, group }) => name === kind || name === `${kind}: ${group}`)
    const mean = (value: (person: Person) => number) =>
      members.reduce((sum, person) => sum + value(person), 0) / Math.max(1, members.length)
    const full = mean(bonusBefore)
    const between = (later: Earned, earlier: Earned) =>
      format(
        mean(person => (later.get(person) ?? 0) - (earlier.get(person) ?? 0)),
        full
      )
    const both = mean(person => (dayAfter.get(person) ?? 0) - (before.get(person) ?? 0))
    const columns = [
      full.toFixed(1),
      isHonest ? between(firstDay, before) : '',
      between(secondDay, firstDay),
      format(isHonest ? both / 2 : both, full),
      isHonest
        ? ''
        : format(
            mean(person => inOneWallet.get(person) ?? 0),
            full
          )
    ]
    console.log(`| ${name} | ${columns.join(' | ')} |`)
  }
}
