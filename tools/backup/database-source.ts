import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderNames } from '../../server/config/data-folder-names.js'
import { listDatabaseHosts } from '../../server/config/database-address.js'
import { ConfigError } from '../../server/config/env-values.js'
import { dumpDatabase } from '../../server/db/dump/dump-database.js'
import { describeDatabaseError, openUnlimitedPostgres } from '../../server/db/open.js'
import { lockDirectory, readLockPid } from '../../server/db/pglite/directory-lock.js'
import { openPGliteInProcess } from '../../server/db/pglite/pglite-in-process.js'
import { BackupFailure } from './backup-failure.js'
import type { BackupSettings } from './settings.js'

/** `text` is a dump. `close` must be called. */
export interface DatabaseSource {
  label: string
  text: AsyncIterable<string>
  close(): Promise<void>
}

/** Asks the running server for the embedded database, because only one process can open it. */
export async function openDatabaseSource(settings: BackupSettings, signal: AbortSignal): Promise<DatabaseSource> {
  if (settings.databaseUrl !== null) return openPostgresSource(settings.databaseUrl)
  const pid = findServer(settings)
  return pid === null ? openEmbeddedSource(settings) : requestDatabase(settings, pid, signal)
}

function openPostgresSource(databaseUrl: string): DatabaseSource {
  const db = openUnlimitedPostgres(databaseUrl, () => undefined)
  const label = `Postgres at ${listDatabaseHosts(databaseUrl)}`
  return { label, text: withDatabaseErrors(dumpDatabase(db), 'DATABASE_URL'), close: () => db.destroy() }
}

async function* withDatabaseErrors(text: AsyncIterable<string>, setting: string): AsyncGenerator<string> {
  try {
    yield* text
  } catch (error) {
    throw new BackupFailure(`${setting}: ${describeDatabaseError(error)}`)
  }
}

/** Throws ConfigError while another process has the data folder. */
export async function openEmbeddedSource({ dataDir }: BackupSettings): Promise<DatabaseSource> {
  const folder = join(dataDir, dataFolderNames.database)
  if (!existsSync(folder)) throw new BackupFailure(`DATA_DIR: ${dataDir} holds no database`)
  const unlock = lockDirectory(join(dataDir, dataFolderNames.lock))
  try {
    const database = await openPGliteInProcess(folder)
    const close = () => database.close().finally(unlock)
    return { label: `PGlite in ${folder}`, text: withDatabaseErrors(dumpDatabase(database.db), 'DATA_DIR'), close }
  } catch (error) {
    unlock()
    throw new BackupFailure(`DATA_DIR: the database in ${folder} ${describeDatabaseError(error)}`)
  }
}

/** The process that has the data folder. */
function findServer({ dataDir }: BackupSettings): number | null {
  const lock = join(dataDir, dataFolderNames.lock)
  if (!existsSync(lock)) return null
  try {
    lockDirectory(lock)()
    return null
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return readLockPid(lock)
  }
}

async function requestDatabase(
  { operatorUrl, operatorKey, operatorName, dataDir }: BackupSettings,
  pid: number,
  signal: AbortSignal
): Promise<DatabaseSource> {
  if (operatorKey === null) {
    const advice = 'set OPERATOR_KEY so that the server copies its database, or stop it'
    throw new BackupFailure(`OPERATOR_KEY is not set: ${dataDir} is in use by process ${pid}; ${advice}`)
  }
  const headers = { Authorization: operatorKey, 'X-Operator': operatorName, 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ pid }), signal }
  const response = await fetch(`${operatorUrl}/operator/backup`, init).catch(() => null)
  signal.throwIfAborted()
  if (response === null) {
    const advice = `process ${pid} has ${dataDir}: set OPERATOR_URL to the address of that server`
    throw new BackupFailure(`OPERATOR_URL: no server answers at ${operatorUrl}, but ${advice}`)
  }
  const isDump = response.status === 200 && response.headers.get('Content-Type') === 'application/x-ndjson'
  if (!isDump || response.body === null) throw await createRefusal(response, operatorUrl)
  return {
    label: `PGlite of the server at ${operatorUrl}`,
    text: readText(response.body),
    close: async () => undefined
  }
}

async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch {
    throw new BackupFailure('the server broke off the copy of its database: its log says why')
  }
}

async function createRefusal(response: Response, operatorUrl: string): Promise<BackupFailure> {
  const { code = response.status, data } = Object(await response.json().catch(() => null))
  const hints: Record<string, string> = {
    403: 'OPERATOR_KEY is not the one that the server has',
    404: `the server at ${operatorUrl} has no OPERATOR_KEY, or is older than this command`,
    4502: 'another backup is running: try again when it has ended',
    no_space: 'the disk of DATA_DIR has no room for a copy of the database',
    other_server: `OPERATOR_URL: the server at ${operatorUrl} is not the one that has DATA_DIR`
  }
  const hint = hints[Object(data).reason] ?? hints[code] ?? `the server at ${operatorUrl} answered ${code}`
  return new BackupFailure(hint)
}
