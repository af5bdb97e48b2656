import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeCatalogue } from '../support/package-fixture.js'
import { type BuiltServer, buildServer, type ServerProcess, startServer } from '../support/servers/server-process.js'

let server: BuiltServer
let folder: string
let running: ServerProcess | null = null
beforeAll(async () => {
  server = await buildServer()
  folder = mkdtempSync(join(tmpdir(), 'drama-start-'))
  writeCatalogue(join(folder, 'catalogue'))
})
afterAll(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  server.remove()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => {
  running = startServer(server.file, { DATA_DIR: folder, CATALOGUE_DIRS: join(folder, 'catalogue') })
  return running
}

const HOME = '/index/home?lang=en'
const titlesAt = async (origin: string) => {
  const { data } = await (await fetch(origin + HOME)).json()
  return data.banners.map((banner: { title: string }) => banner.title)
}

/** CPU time in seconds. Unlike wall-clock time it does not grow while other processes are busy. */
function processorSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

// One test because each step needs the folder that the step before left.
test('the embedded database: first start loads, a second process is refused, a second start loads nothing', async () => {
  const first = start()
  const origin = await first.origin()
  expect(first.output()).toMatch(
    /✓ database +PGlite in .*pg {2}\d+ ms\n✓ catalogue +3 dramas, 13 episodes loaded {2}\d+ ms/
  )
  // The lines come one by one, and the server answers before the last.
  await vi.waitFor(() => expect(first.output()).toMatch(/\/console\/link#[\w-]{43}\n/))
  expect(first.output()).toMatch(
    /site .*\/\n.*\/host\/\n.*\/partners\/\n.*\/console\/\n.*\/drama-app\.js\n.*\/console\/link#[\w-]{43}\n/
  )
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  expect(await titlesAt(origin)).toEqual(['rain en', 'moon en', 'gate en'])
  expect(statSync(join(folder, 'media.key')).mode & 0o777).toBe(0o600)

  const intruder = startServer(server.file, { DATA_DIR: folder })
  const refused = await intruder.ended
  expect(refused.code).toBe(1)
  expect(intruder.output()).not.toContain('✓ database')
  expect(intruder.output()).toContain(`is in use by process ${first.child.pid}`)
  expect(await titlesAt(origin)).toHaveLength(3)

  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)

  const second = start()
  const again = await second.origin()
  expect(processorSeconds(second.child.pid)).toBeLessThan(5)
  expect(second.output()).toContain('nothing new')
  expect(await titlesAt(again)).toEqual(['rain en', 'moon en', 'gate en'])

  second.child.kill('SIGKILL')
  await second.ended
  const third = start()
  expect(await titlesAt(await third.origin())).toHaveLength(3)
}, 60_000)
