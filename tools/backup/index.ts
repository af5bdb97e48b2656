// The commands backup, restore and migrate.
import { parseArgs } from 'node:util'
import { ConfigError } from '../../server/config/env-values.js'
import { toLoggedError } from '../../server/lib/log.js'
import { backup } from './backup.js'
import { BackupFailure } from './backup-failure.js'
import { describeBackup, describeMigration, describeRestore } from './describe-result.js'
import { migrateToPostgres } from './migrate.js'
import { restore } from './restore.js'
import { type BackupSettings, readBackupSettings } from './settings.js'

const USAGE = `Usage: drama <command>

  backup <file or folder> [--without-packages]   writes database, keys, pictures, releases and packages of DATA_DIR
  restore <archive>                              fills an empty DATA_DIR, and an empty DATABASE_URL if it is set
  migrate --to <DATABASE_URL>                    copies the embedded database into an empty Postgres

Settings are those of the server. While it runs on the embedded database, backup also needs its OPERATOR_KEY and
OPERATOR_URL (http://localhost:8787).
Exit code: 0 done; 1 not done, or the ledger is wrong; 2 the command is not understood; 130 it was stopped.`

type Run = (settings: BackupSettings, signal: AbortSignal) => Promise<{ text: string; isRight: boolean }>

function parseCommand(args: string[]): Run | null {
  const options = { 'without-packages': { type: 'boolean' }, to: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [command, path, ...more] = positionals
  const { 'without-packages': isWithoutPackages, to } = values
  if (more.length > 0) return null
  if (command === 'backup' && path !== undefined && to === undefined) {
    return async (settings, signal) => {
      const result = await backup(settings, { target: path, hasPackages: isWithoutPackages !== true, signal })
      return { text: describeBackup(result), isRight: true }
    }
  }
  if (isWithoutPackages !== undefined) return null
  if (command === 'restore' && path !== undefined && to === undefined) {
    return async (settings, signal) => {
      const result = await restore(settings, { archive: path, signal })
      return { text: describeRestore(result, settings.dataDir), isRight: result.ledger.broken.length === 0 }
    }
  }
  if (command !== 'migrate' || path !== undefined || to === undefined) return null
  return async (settings, signal) => {
    const result = await migrateToPostgres(settings, { to, signal })
    return { text: describeMigration(result, settings.dataDir), isRight: result.ledger.broken.length === 0 }
  }
}

function readCommand(): Run | null {
  try {
    return parseCommand(process.argv.slice(2))
  } catch {
    return null
  }
}

async function run(): Promise<number> {
  const command = readCommand()
  if (command === null) {
    console.error(USAGE)
    return 2
  }
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  try {
    const { text, isRight } = await command(readBackupSettings(process.env), controller.signal)
    console.log(text)
    return isRight ? 0 : 1
  } catch (error) {
    if (controller.signal.aborted) {
      console.error('✗ stopped; nothing was written')
      return 130
    }
    const isExpected = error instanceof BackupFailure || error instanceof ConfigError
    console.error(`✗ ${isExpected ? error.message : JSON.stringify(toLoggedError(error))}`)
    return 1
  }
}

process.exitCode = await run()
