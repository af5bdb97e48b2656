// `npm run bench:pictures`: uploads and hand-ins of pictures against many stored ones, with unlocks beside them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import { createLog } from '../../../server/lib/log.js'
import { createTestClock, openTestServer } from '../../server/support/open-test-server.js'
import { writeDrama } from '../../server/support/package-fixture.js'
import { drawChat, sendImage } from '../../server/support/rewards.js'
import { startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { type BuiltServer, buildServer, startServer } from '../../server/support/servers/server-process.js'
import { DRAMAS, EPISODES, openViewers, PRICE, type Viewer } from '../money/viewers.js'
import { createCaller } from '../support/http-caller.js'
import { measureForeignLoad } from '../support/machine-load.js'
import { runBench } from '../support/run-bench.js'
import { formatTable, shareOf } from '../support/statistics.js'
import { fillPictures, LOOKS_PER_PICTURE } from './fill.js'

const HAND_INS = 100
/** Each may unlock 60 episodes a minute. */
const UNLOCK_VIEWERS = 200
/** About 17 unlocks a second, a fifth of what PGlite bears. */
const UNLOCK_LANES = 2
const UNLOCK_PAUSE_MS = 100
const IDLE_MS = 10_000
const MAX_HAND_IN_MS = 2_000
const MAX_UNLOCK_RATIO = 1.5

interface Measured {
  name: string
  load: number
  firstUploadMs: number
  uploadTimes: number[]
  handInTimes: number[]
  idleTimes: number[]
  besideTimes: number[]
  memory: string
  faults: string[]
}

const postgresLooks = Number(process.env.BENCH_LOOKS ?? 1_000_000)
const databases = (process.env.BENCH_DATABASES ?? 'Postgres,PGlite').split(',')
const pgliteLooks = Math.min(98_000, postgresLooks)

/** A zone in which the time is about noon, because pictures are accepted from 8 to 24. */
const hour = new Date().getUTCHours()
const zone = `Etc/GMT${hour > 12 ? '+' : '-'}${Math.abs(12 - hour)}`

await runBench(run)

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-bench-pictures-'))
  const postgres = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  const built = await buildServer()
  const measured: Measured[] = []
  try {
    for (let drama = 0; drama < DRAMAS; drama++)
      writeDrama(join(folder, 'catalogue'), { slug: `bench${drama}`, episodes: EPISODES, free: 0, price: PRICE })
    const url = await postgres.createDatabase()
    const setups = [
      { name: 'Postgres', looks: postgresLooks, url },
      { name: 'PGlite', looks: pgliteLooks, url: null }
    ]
    for (const setup of setups) if (databases.includes(setup.name)) measured.push(await measure(built, folder, setup))
  } finally {
    built.remove()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${report(measured)}`)
  for (const fault of measured.flatMap(({ name, faults }) => faults.map(one => `${name}: ${one}`))) {
    console.log(`✗ ${fault}`)
    process.exitCode = 1
  }
}

async function measure(
  built: BuiltServer,
  folder: string,
  { name, looks, url }: { name: string; looks: number; url: string | null }
): Promise<Measured> {
  const data = { DATA_DIR: join(folder, 'data'), CATALOGUE_DIRS: join(folder, 'catalogue'), LOG_LEVEL: 'error' }
  const env: Record<string, string> = { ...data, TIMEZONE: zone, ...(url === null ? {} : { DATABASE_URL: url }) }
  const config = readConfig(env, { projectDir: folder, readText: () => null })
  const viewers = await prepare(config, Math.round(looks / LOOKS_PER_PICTURE))
  const buyers = viewers.splice(0, UNLOCK_VIEWERS)
  const server = startServer(built.file, { ...env, MEDIA_SECRET: 'secret of the bench' })
  const origin = await server.origin()
  const { call, close } = createCaller(origin, HAND_INS + UNLOCK_LANES)
  const remote = { fetch: (path: unknown, init?: RequestInit) => fetch(`${origin}${path}`, init) }
  const faults: string[] = []
  try {
    const load = await measureForeignLoad()
    const memoryBefore = readMemory(server.child.pid)
    const uploadTimes: number[] = []
    const images: string[] = []
    for (const [index, viewer] of viewers.entries()) {
      const picture = await drawChat(100_000 + index)
      const startedAt = performance.now()
      const { code, data: image } = await sendImage(remote, viewer.token, picture)
      uploadTimes.push(performance.now() - startedAt)
      if (code !== 200) faults.push(`an upload was answered ${code}`)
      images.push(image.image_id)
    }
    const memory = `${memoryBefore} MB before, ${readMemory(server.child.pid)} MB after the uploads`
    const lanes = Array.from({ length: UNLOCK_LANES }, (_, lane) =>
      buyers.filter((_viewer, index) => index % UNLOCK_LANES === lane)
    )
    const unlock = (isOver: () => boolean) =>
      Promise.all(lanes.map(lane => unlockUntil(lane, call, isOver, faults))).then(times => times.flat())
    const until = performance.now() + IDLE_MS
    await unlock(() => performance.now() > until - IDLE_MS / 2)
    const idleTimes = await unlock(() => performance.now() > until)
    let waiting = viewers.length
    const beside = unlock(() => waiting === 0)
    const handInTimes = await Promise.all(
      viewers.map(async (viewer, index) => {
        const startedAt = performance.now()
        const body = { channel: 'whatsapp', image_id: images[index] }
        const key = `hand-in-of-a-bench-${index}`
        const { status, text } = await call({ path: '/reward/submit', token: viewer.token, key, body })
        waiting -= 1
        if (status !== 200 || !text.startsWith('{"code":200,')) faults.push(`a hand-in: ${status} ${text.slice(0, 80)}`)
        return performance.now() - startedAt
      })
    )
    const besideTimes = await beside
    const [firstUploadMs = Number.NaN, ...others] = uploadTimes
    const slowest = Math.max(...handInTimes)
    const ratio = shareOf(besideTimes, 0.5) / shareOf(idleTimes, 0.5)
    if (besideTimes.length === 0) faults.push('no unlock beside the hand-ins')
    if (slowest > MAX_HAND_IN_MS) faults.push(`a hand-in took ${slowest.toFixed(0)} ms`)
    if (ratio > MAX_UNLOCK_RATIO) faults.push(`unlocks beside hand-ins took ${ratio.toFixed(2)}x`)
    const label = `${name}, ${looks.toLocaleString('en')} looks`
    return {
      name: label,
      load,
      firstUploadMs,
      uploadTimes: others,
      handInTimes,
      idleTimes,
      besideTimes,
      memory,
      faults
    }
  } finally {
    close()
    server.child.kill('SIGTERM')
    await server.ended
  }
}

async function prepare(config: Config, pictures: number): Promise<Viewer[]> {
  const { db, close } = await openDatabase(config, createLog('silent'))
  const clock = createTestClock(Date.now())
  const server = await openTestServer({ engine: 'postgres', db, clock, catalogueDirs: config.catalogueDirs })
  const call = async ({ path, body = {} }: { path: string; body?: object }) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await server.fetch(path, init)
    return { status: answer.status, text: await answer.text() }
  }
  const viewers = await openViewers(db, call, UNLOCK_VIEWERS + HAND_INS)
  await fillPictures(db, pictures)
  await server.close()
  await close()
  return viewers
}

async function unlockUntil(
  viewers: Viewer[],
  call: ReturnType<typeof createCaller>['call'],
  isOver: () => boolean,
  faults: string[]
): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const viewer = viewers.shift()
    if (viewer === undefined) break
    viewers.push(viewer)
    const drama = Math.floor(viewer.next / EPISODES) % DRAMAS
    const body = { episode_id: `e_bench${drama}_${(viewer.next % EPISODES) + 1}`, expect_price: PRICE }
    const key = `unlock-of-a-bench-${viewer.next}`
    const startedAt = performance.now()
    const { text } = await call({ path: '/drama/unlock', token: viewer.token, key, body })
    times.push(performance.now() - startedAt)
    if (!text.startsWith('{"code":200,')) faults.push(`an unlock: ${text.slice(0, 80)}`)
    viewer.next += 1
    // Leaves the machine time for what is measured beside.
    await new Promise(resolve => setTimeout(resolve, UNLOCK_PAUSE_MS))
  }
  return times
}

/** Of the server and the process that decodes, in megabytes. */
function readMemory(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const own = readdirSync('/proc').filter(entry => {
    try {
      return entry === `${pid}` || readFileSync(`/proc/${entry}/stat`, 'utf8').includes(`) S ${pid} `)
    } catch {
      return false
    }
  })
  const kibibytes = own.map(entry => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1]))
  return Math.round((kibibytes.reduce((sum, one) => sum + one, 0) * 1024) / 1e6)
}

function report(measured: readonly Measured[]): string {
  const ms = (times: readonly number[]) => `${shareOf(times, 0.5).toFixed(0)} / ${Math.max(...times).toFixed(0)}`
  const head = [
    'ms, median / slowest',
    'first upload',
    'uploads',
    'hand-ins',
    'unlocks idle',
    'beside',
    'ratio',
    'others used'
  ]
  const rows = measured.map(one => [
    one.name,
    one.firstUploadMs.toFixed(0),
    ms(one.uploadTimes),
    ms(one.handInTimes),
    ms(one.idleTimes),
    ms(one.besideTimes),
    `${(shareOf(one.besideTimes, 0.5) / shareOf(one.idleTimes, 0.5)).toFixed(2)}x`,
    `${(one.load * 100).toFixed(0)} %`
  ])
  return [formatTable([head, ...rows]), ...measured.map(({ name, memory }) => `  ${name}: ${memory}`)].join('\n')
}
