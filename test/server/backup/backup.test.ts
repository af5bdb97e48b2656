import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { openDatabase } from '../../../server/db/open.js'
import { createLog } from '../../../server/lib/log.js'
import { PACKAGE_VERSION } from '../../../server/lib/package-version.js'
import { closeDay } from '../../../server/modules/ledger/daily-roots.js'
import { backup } from '../../../tools/backup/backup.js'
import { BackupFailure } from '../../../tools/backup/backup-failure.js'
import { migrateToPostgres } from '../../../tools/backup/migrate.js'
import { restore } from '../../../tools/backup/restore.js'
import { type BackupSettings, readBackupSettings } from '../../../tools/backup/settings.js'
import { type ArchiveEntry, writeArchive } from '../../../tools/backup/write-archive.js'
import { signIn } from '../support/api-client.js'
import { auditLedger } from '../support/ledger-audit.js'
import { giveBonus, giveCoins } from '../support/money.js'
import { createTestClock, openTestServer } from '../support/open-test-server.js'
import { readEveryTable } from '../support/read-every-table.js'
import { prepareKillableServer } from '../support/servers/killable-server.js'
import { freshDatabase } from '../support/servers/test-database.js'
import { type ClientHistory, type ServerState, unlockEpisodes } from '../unlock/unlock-history.js'

const TIMEOUT_MS = 300_000
const DAY_MS = 86_400_000
const KEY = 'the key of this test'
const PRICE = 60
const CLIENTS = 4

const killable = prepareKillableServer({ slug: 'long', episodes: 1000, free: 1, price: PRICE })
const { signal } = new AbortController()

const folder = mkdtempSync(join(tmpdir(), 'drama-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const place = (name: string) => join(folder, name)

const toEnv = (dataDir: string, databaseUrl?: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  CATALOGUE_DIRS: [killable.path('catalogue'), join(dataDir, 'catalogue')].join(),
  OPERATOR_KEY: KEY,
  OPERATOR_NAME: 'José Lima',
  LOG_LEVEL: 'error',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
})

const open = async (env: Record<string, string>) =>
  openDatabase(readConfig(env, { projectDir: folder, readText: () => null }), createLog('silent'))

/** Fills the database with viewers who have coins, and the data folder with files of every kind. */
async function prepare(env: Record<string, string>): Promise<ClientHistory[]> {
  const { db, close } = await open(env)
  const clock = createTestClock(Date.now())
  const server = await openTestServer({ engine: 'postgres', db, clock, catalogueDirs: [killable.path('catalogue')] })
  const histories: ClientHistory[] = []
  for (let count = 0; count < CLIENTS; count++) {
    const { userId, token } = await signIn(server)
    await giveCoins(server, userId, 100_000)
    await giveBonus(server, userId, 1500)
    histories.push({ userId, token: token ?? '', coins: 100_000, bonus: 1500, decisions: [] })
  }
  await closeDay(db, new Date(clock.now() + 2 * DAY_MS))
  await server.close()
  await close()
  const dataDir = env.DATA_DIR ?? ''
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(dataDir, name, '..'), { recursive: true })
    writeFileSync(join(dataDir, name), content, { mode: 0o600 })
  }
  return histories
}

const files: Record<string, string | Buffer> = {
  'account.key': 'account key of this test\n',
  'reward-images/i_0123456789abcdef0123456789abcdef.jpg': 'a picture',
  'catalogue/own/objects/big.m4s': Buffer.alloc(3_000_000, 'film '),
  'catalogue/own/objects/empty.vtt': '',
  [`releases/2.0.0/${'long-'.repeat(30)}name.js`]: 'an older release'
}

const readFiles = (dataDir: string, names = Object.keys(files)) =>
  Object.fromEntries(names.map(name => [name, readFileSync(join(dataDir, name))]))

const contents = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]))

describe.each(['pglite', 'postgres'] as const)('%s', engine => {
  let env: Record<string, string>
  let settings: BackupSettings
  let histories: ClientHistory[]
  beforeAll(async () => {
    env = toEnv(
      place(engine),
      engine === 'postgres' ? await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE) : undefined
    )
    histories = await prepare(env)
  }, TIMEOUT_MS)

  test(
    'a backup while viewers unlock is whole: every chain is right, and nothing that was answered before is missing',
    async () => {
      const origin = await killable.start(env)
      settings = { ...readBackupSettings(env), operatorUrl: origin }
      const state: ServerState = { origin: Promise.resolve(origin), answered: 0, isClosing: false }
      const watching = histories.map((history, index) => unlockEpisodes(state, history, index, PRICE))
      await expect.poll(() => state.answered, { timeout: 60_000 }).toBeGreaterThan(20)
      const before = histories.map(({ decisions }) => decisions.filter(({ answer }) => answer?.code === 200).length)
      const answeredBefore = state.answered
      const archive = place(`${engine}-hot.tar.gz`)
      const made = await backup(settings, { target: archive, hasPackages: true, signal })
      expect(state.answered).toBeGreaterThan(answeredBefore)
      state.isClosing = true
      await Promise.all(watching)
      await killable.stop('SIGTERM')
      expect(statSync(archive).mode & 0o777).toBe(0o600)
      expect(made.manifest).toMatchObject({ format: 1, app_version: PACKAGE_VERSION, has_packages: true })
      expect(readdirSync(folder).filter(name => name.includes('.part'))).toEqual([])

      const copy = place(`${engine}-hot`)
      const copyEnv = toEnv(copy, engine === 'postgres' ? await freshDatabase() : undefined)
      const restored = await restore(readBackupSettings(copyEnv), { archive, signal })
      expect(restored.ledger).toMatchObject({ chains: CLIENTS, broken: [] })
      expect(restored.ledger.roots).toBeGreaterThan(0)
      const { db, close } = await open(copyEnv)
      onTestFinished(close)
      const audit = await auditLedger(db)
      expect([audit.users, audit.faults]).toEqual([CLIENTS, []])
      // On Postgres the command reads the database itself.
      const log = await db.selectFrom('operator_log').select(['operator', 'action']).execute()
      expect(log).toEqual(engine === 'postgres' ? [] : [{ operator: 'José Lima', action: 'backup' }])
      const unlocks = await db.selectFrom('idempotent_answers').select('key').execute()
      const keys = new Set(unlocks.map(({ key }) => key))
      const missing = histories.flatMap(({ decisions }, index) =>
        decisions
          .filter(({ answer }) => answer?.code === 200)
          .slice(0, before[index])
          .filter(({ key }) => !keys.has(key))
      )
      expect(missing).toEqual([])
    },
    TIMEOUT_MS
  )

  test(
    'a restored server has every row and every file of the one that was stopped',
    async () => {
      const archive = place(`${engine}-cold.tar.gz`)
      const { manifest } = await backup(settings, { target: archive, hasPackages: true, signal })
      const other = engine === 'postgres' ? 'pglite' : 'postgres'
      const copyEnv = toEnv(place(`${engine}-on-${other}`), other === 'postgres' ? await freshDatabase() : undefined)
      const restored = await restore(readBackupSettings(copyEnv), { archive, signal })
      expect(restored.manifest).toEqual(manifest)
      expect(restored.tables).toMatchObject({ users: { rows: CLIENTS } })
      expect(readFiles(place(`${engine}-on-${other}`))).toEqual(contents)
      expect(statSync(join(copyEnv.DATA_DIR ?? '', 'account.key')).mode & 0o777).toBe(0o600)
      expect(existsSync(join(copyEnv.DATA_DIR ?? '', 'restoring'))).toBe(false)
      const [from, to] = [await open(env), await open(copyEnv)]
      onTestFinished(() => Promise.all([from.close(), to.close()]).then(() => undefined))
      expect(await readEveryTable(to.db)).toEqual(await readEveryTable(from.db))
    },
    TIMEOUT_MS
  )
})

describe('an archive', () => {
  const settings = () => readBackupSettings(toEnv(place('pglite')))
  const target = (name: string) => readBackupSettings(toEnv(place(name)))
  const archive = place('pglite-cold.tar.gz')

  test(
    'holds no packages if it shall not',
    async () => {
      const file = place('small.tar.gz')
      const { manifest } = await backup(settings(), { target: file, hasPackages: false, signal })
      const names = manifest.entries.map(({ name }) => name)
      expect(names.filter(name => name.includes('catalogue'))).toEqual([])
      expect(names).toContain('files/account.key')
      expect(names.some(name => /files\/(pg|restoring)/.test(name))).toBe(false)
    },
    TIMEOUT_MS
  )

  test(
    'gets a name in a folder, overwrites nothing and lies outside the data folder',
    async () => {
      const { file } = await backup(settings(), { target: place('archives'), hasPackages: false, signal })
      expect(file).toMatch(/\/archives\/drama-\d+\.\d+\.\d+-\d{8}T\d{6}Z\.tar\.gz$/)
      await expect(backup(settings(), { target: file, hasPackages: false, signal })).rejects.toThrow('exists already')
      const inside = join(place('pglite'), 'x.tar.gz')
      await expect(backup(settings(), { target: inside, hasPackages: false, signal })).rejects.toThrow(
        'outside DATA_DIR'
      )
      const made = await backup(settings(), { target: place('none/at/all/x.tar.gz'), hasPackages: false, signal })
      expect(existsSync(made.file)).toBe(true)
      writeFileSync(place('no-folder'), '')
      await expect(backup(settings(), { target: place('no-folder'), hasPackages: false, signal })).rejects.toThrow(
        'exists already'
      )
      expect(readdirSync(place('archives'))).toHaveLength(1)
    },
    TIMEOUT_MS
  )

  const change = (edit: (tar: Buffer) => void) => () => {
    const tar = gunzipSync(readFileSync(archive))
    edit(tar)
    return gzipSync(tar, { level: 1 })
  }
  const flip = (text: string) =>
    change(tar => void tar.writeUInt8(tar.readUInt8(tar.indexOf(text)) ^ 1, tar.indexOf(text)))
  const damages: Record<string, { damage: () => Buffer | Promise<Buffer>; message: RegExp }> = {
    'that is torn': {
      damage: () => readFileSync(archive).subarray(0, statSync(archive).size / 2),
      message: /torn or damaged/
    },
    'with a changed byte': {
      damage: () => {
        const bytes = readFileSync(archive)
        const middle = Math.floor(bytes.length / 2)
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
        return bytes
      },
      message: /damaged/
    },
    'with a changed byte of the database, packed again': {
      damage: flip('"sandbox"'),
      message: /“database\/00000001\.ndjson” is damaged/
    },
    'with a changed key, packed again': {
      damage: flip('account key of this test'),
      message: /“files\/account\.key” is damaged/
    },
    'that is something else': { damage: () => Buffer.from('hello'), message: /no archive of drama backup/ },
    'with a way out of the folder': {
      damage: () => packFile('files/../../escaped', 'out'),
      message: /an entry “files\/..\/..\/escaped” that no backup writes/
    },
    'without a manifest': { damage: () => packFile('files/account.key', 'x'), message: /no manifest/ }
  }
  test.each(Object.entries(damages))('%s is refused before anything is written', async (name, { damage, message }) => {
    const file = place(`${name}.tar.gz`)
    writeFileSync(file, await damage())
    await expect(restore(target(name), { archive: file, signal })).rejects.toThrow(message)
    expect(existsSync(place(name))).toBe(false)
  })

  test('is not restored over anything', async () => {
    mkdirSync(place('used'))
    writeFileSync(place('used/account.key'), 'mine')
    await expect(restore(target('used'), { archive, signal })).rejects.toThrow('is not empty, it holds “account.key”')
    expect(readdirSync(place('used'))).toEqual(['account.key'])
    const used = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
    const onUsedDatabase = readBackupSettings(toEnv(place('new'), used))
    await expect(restore(onUsedDatabase, { archive, signal })).rejects.toThrow(
      /DATABASE_URL: the database is not empty/
    )
    const unreachable = readBackupSettings(toEnv(place('new'), 'postgres://127.0.0.1:1/none'))
    await expect(restore(unreachable, { archive, signal })).rejects.toThrow(/DATABASE_URL: cannot be reached/)
    expect(existsSync(place('new'))).toBe(false)
  })

  test('that cannot be finished leaves nothing', async () => {
    async function* failAfterTheFirst(): AsyncGenerator<ArchiveEntry> {
      const content = { bytes: 5, chunks: [Buffer.from('first')] }
      yield { name: 'files/first', mode: 0o600, modifiedAt: new Date(), content }
      throw new BackupFailure('the second cannot be read')
    }
    const write = writeArchive(
      place('unfinished.tar.gz'),
      failAfterTheFirst(),
      () => {
        throw new Error('there is no manifest')
      },
      signal
    )
    await expect(write).rejects.toThrow('the second cannot be read')
    const longName = place(`unfinished-${'x'.repeat(240)}.tar.gz`)
    await expect(backup(settings(), { target: longName, hasPackages: true, signal })).rejects.toThrow('too long a name')
    expect(readdirSync(folder).filter(name => name.startsWith('unfinished'))).toEqual([])
  })

  test('leaves nothing when the restore is stopped', async () => {
    const stopped = AbortSignal.abort()
    await expect(restore(target('stopped'), { archive, signal: stopped })).rejects.toThrow(/abort/)
    expect(existsSync(place('stopped'))).toBe(false)
    const file = place('stopped.tar.gz')
    await expect(backup(settings(), { target: file, hasPackages: true, signal: stopped })).rejects.toThrow(/abort/)
    expect(readdirSync(folder).filter(name => name.startsWith('stopped'))).toEqual([])
  })

  test(
    'that was not restored to its end stops the server, and may be restored again',
    async () => {
      mkdirSync(place('killed/restoring/pg'), { recursive: true })
      await expect(open(toEnv(place('killed')))).rejects.toThrow(/DATA_DIR: .*a restore that did not end/)
      const { ledger } = await restore(target('killed'), { archive, signal })
      expect(ledger).toMatchObject({ chains: CLIENTS, broken: [] })
      const { close } = await open(toEnv(place('killed')))
      await close()
    },
    TIMEOUT_MS
  )
})

describe('the embedded database', () => {
  test(
    'moves to Postgres with every row, and stays as it was',
    async () => {
      const env = toEnv(place('pglite'))
      const url = await freshDatabase()
      const moved = await migrateToPostgres(readBackupSettings(env), { to: url, signal })
      expect(moved.ledger).toMatchObject({ chains: CLIENTS, broken: [] })
      const [from, to] = [await open(env), await open({ ...env, DATABASE_URL: url })]
      onTestFinished(() => Promise.all([from.close(), to.close()]).then(() => undefined))
      expect(await readEveryTable(to.db)).toEqual(await readEveryTable(from.db))
    },
    TIMEOUT_MS
  )

  test(
    'is neither moved nor opened while the server runs, and asked only from the server that has it',
    async () => {
      const env = toEnv(place('pglite'))
      const origin = await killable.start(env)
      const settings = { ...readBackupSettings(env), operatorUrl: origin }
      const options = { target: place('refused.tar.gz'), hasPackages: false, signal }
      const refusals: [Partial<BackupSettings>, RegExp][] = [
        [{ operatorKey: null }, /OPERATOR_KEY is not set: .* is in use by process \d+/],
        [{ operatorKey: 'another key of a test' }, /OPERATOR_KEY is not the one/],
        [{ operatorUrl: 'http://127.0.0.1:1' }, /OPERATOR_URL: no server answers/]
      ]
      for (const [wrong, message] of refusals)
        await expect(backup({ ...settings, ...wrong }, options)).rejects.toThrow(message)
      await expect(migrateToPostgres(settings, { to: await freshDatabase(), signal })).rejects.toThrow(
        /in use by process/
      )
      await expect(restore(settings, { archive: place('pglite-cold.tar.gz'), signal })).rejects.toThrow(
        /in use by process/
      )
      const headers = { Authorization: KEY, 'X-Operator': 'ana' }
      const wrongProcess = { method: 'POST', headers, body: JSON.stringify({ pid: process.pid }) }
      const answer = await (await fetch(`${origin}/operator/backup`, wrongProcess)).json()
      expect(answer).toMatchObject({ code: 4001, data: { fields: ['pid'], reason: 'other_server' } })
      await fetch(`${origin}/operator/backup`, { method: 'POST', headers }).then(response => response.text())
      const { data } = await (await fetch(`${origin}/operator/log`, { headers })).json()
      expect(data.list[0]).toMatchObject({ operator: 'ana', action: 'backup', subject: 'database' })
      expect(existsSync(join(place('pglite'), 'pg.copy'))).toBe(false)
      await killable.stop('SIGTERM')
      expect(existsSync(options.target)).toBe(false)
    },
    TIMEOUT_MS
  )

  test('is not moved to an address that is none, and a folder without one is named', async () => {
    const settings = readBackupSettings(toEnv(place('pglite')))
    await expect(migrateToPostgres(settings, { to: 'mysql://x', signal })).rejects.toThrow(/^--to is not an address/)
    const none = readBackupSettings(toEnv(place('empty')))
    await expect(migrateToPostgres(none, { to: 'postgres://x/y', signal })).rejects.toThrow(/holds no database/)
    await expect(backup(none, { target: place('none.tar.gz'), hasPackages: true, signal })).rejects.toThrow(
      /DATA_DIR: .* does not exist/
    )
  })
})

async function packFile(name: string, content: string): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name }, content)
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return gzipSync(Buffer.concat(chunks))
}
