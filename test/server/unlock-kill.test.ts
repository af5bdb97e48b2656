import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getConfig } from '../../server/config.js'
import { type OpenDatabase, openDatabase } from '../../server/db/open.js'
import { createLog } from '../../server/lib/log.js'
import { signIn } from './api-client.js'
import { balanceOf, expectSound, giveCoins, newKey } from './money.js'
import { createTestClock, openTestServer } from './open-test-server.js'
import { writeDrama } from './package-fixture.js'
import { type BuiltServer, buildServer, type ServerProcess, startServer } from './server-process.js'
import { freshDatabase } from './test-database.js'

const VIEWERS = 4
const KILLS = 3
const COINS = 5000
const PRICE = 60

let built: BuiltServer
let folder: string
let running: ServerProcess | null = null
beforeAll(async () => {
  built = await buildServer()
  folder = mkdtempSync(join(tmpdir(), 'drama-kill-'))
  writeDrama(join(folder, 'catalogue'), { slug: 'long', episodes: 80, free: 1, price: PRICE })
})
afterAll(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  built.remove()
  rmSync(folder, { recursive: true, force: true })
})

const open = (env: Record<string, string>): Promise<OpenDatabase> =>
  openDatabase(getConfig(env, { projectDir: folder, readText: () => null }), createLog('silent'))

/** Viewers with coins, in a database that no server has open. */
async function prepare(env: Record<string, string>) {
  const database = await open(env)
  const options = { engine: 'postgres', db: database.db, clock: createTestClock(Date.now()) } as const
  const server = await openTestServer({ ...options, catalogueDirs: [join(folder, 'catalogue')] })
  const viewers: { userId: string; token: string }[] = []
  for (let count = 0; count < VIEWERS; count++) {
    const { userId, token } = await signIn(server)
    await giveCoins(server, userId, COINS)
    viewers.push({ userId, token: token ?? '' })
  }
  await server.close()
  await database.close()
  return viewers
}

/** The server that runs now, or will; `answered` counts unlocks that clients know of. */
interface Front {
  origin: Promise<string>
  answered: number
  isClosing: boolean
}

/** Unlocks one episode after the other and asks for each until it is answered. */
async function watchOn(front: Front, token: string): Promise<number[]> {
  const unlocked: number[] = []
  for (let no = 2; !front.isClosing && no <= 80; no++) {
    const body = JSON.stringify({ episode_id: `e_long_${no}`, expect_price: PRICE })
    const headers = { Authorization: token, 'Content-Type': 'application/json', ...newKey() }
    for (;;) {
      const origin = await front.origin
      const answer = await fetch(`${origin}/drama/unlock`, { method: 'POST', headers, body })
        .then(async response => (response.status === 200 ? await response.json() : null))
        .catch(() => null)
      if (answer === null) continue
      expect(answer).toMatchObject({
        code: 200,
        data: { unlock: { episode_no: no }, balance: { coins: COINS - PRICE * (no - 1) } }
      })
      unlocked.push(no)
      front.answered += 1
      break
    }
  }
  return unlocked
}

test.each(['pglite', 'postgres'] as const)(
  'nothing that was answered is lost when the server is killed, and nothing is charged twice: %s',
  async engine => {
    const data = { DATA_DIR: join(folder, engine), CATALOGUE_DIRS: join(folder, 'catalogue') }
    const url = engine === 'postgres' ? { DATABASE_URL: await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE) } : null
    const env: Record<string, string> = { ...data, ...url }
    const viewers = await prepare(env)

    const start = () => {
      running = startServer(built.file, env)
      return running
    }
    let server = start()
    const killAndStart = async () => {
      server.child.kill('SIGKILL')
      await server.ended
      server = start()
      return server.origin()
    }
    const front: Front = { origin: server.origin(), answered: 0, isClosing: false }
    await front.origin
    const watching = viewers.map(({ token }) => watchOn(front, token))
    for (let kill = 0; kill < KILLS; kill++) {
      const before = front.answered
      await expect.poll(() => front.answered, { interval: 5 }).toBeGreaterThan(before + 5 + kill)
      front.origin = killAndStart()
      await front.origin
    }
    front.isClosing = true
    const unlocked = await Promise.all(watching)
    server.child.kill('SIGTERM')
    await server.ended

    const { db, close } = await open(env)
    for (const [index, { userId }] of viewers.entries()) {
      const rows = await db
        .selectFrom('unlocks')
        .select('episode_no')
        .where('user_id', '=', userId)
        .orderBy('episode_no')
        .execute()
      expect(rows.map(row => row.episode_no)).toEqual(unlocked[index])
      expect(await balanceOf(db, userId)).toEqual({ coins: COINS - PRICE * rows.length, bonus: 0 })
      await expectSound(db, userId)
    }
    await close()
  },
  180_000
)
