import type { CliCommand, CliContext, CliResult } from '../cli/cli-command.js'
import { CliError, createUsageError } from '../cli/cli-error.js'
import { createStopSignal } from '../cli/stop-signal.js'
import type { BackupSettings } from './settings.js'

const source = 'the archive holds database, keys, pictures, releases and packages of DATA_DIR'

export const backupCommand: CliCommand = {
  usage: '<target>',
  description: `writes a back-up, also while the server runs: ${source}`,
  arguments: {
    target: {
      description:
        'the file to write (.tar.gz), or the folder to write it into, outside DATA_DIR; folders are made if missing'
    }
  },
  options: { '--without-packages': { description: 'leaves out the dramas, which can be ingested again' } },
  examples: ['/backups', '/backups/drama.tar.gz --without-packages'],
  run: ({ values: { target = '' }, options }, context) =>
    runWithSettings(context, async (settings, signal) => {
      const { backup } = await import('./backup.js')
      const { describeBackup } = await import('./describe-result.js')
      const hasPackages = options['without-packages'] !== true
      const result = await backup(settings, { target, hasPackages, signal })
      return { data: result, text: describeBackup(result) }
    })
}

export const restoreCommand: CliCommand = {
  usage: '<archive>',
  description:
    'fills an empty DATA_DIR from a back-up, and an empty DATABASE_URL if it is set, then checks every ledger',
  arguments: { archive: { description: 'a file that drama backup has written' } },
  examples: ['/backups/drama.tar.gz'],
  run: ({ values: { archive = '' } }, context) =>
    runWithSettings(context, async (settings, signal) => {
      const { restore } = await import('./restore.js')
      const { describeRestore } = await import('./describe-result.js')
      const result = await restore(settings, { archive, signal })
      const text = describeRestore(result, settings.dataDir)
      return { data: result, text, exitCode: result.ledger.broken.length === 0 ? 0 : 1 }
    })
}

export const migrateCommand: CliCommand = {
  usage: '',
  description: 'copies the embedded database of DATA_DIR into an empty Postgres, and compares every row and ledger',
  options: { '--to <database_url>': { description: 'address of the Postgres database, as DATABASE_URL' } },
  examples: ['--to postgres://drama@db.example/drama'],
  run: ({ options: { to } }, context) => {
    if (typeof to !== 'string')
      throw createUsageError('missing_option', '--to is missing: the address of an empty Postgres')
    return runWithSettings(context, async (settings, signal) => {
      const { migrateToPostgres } = await import('./migrate.js')
      const { describeMigration } = await import('./describe-result.js')
      const result = await migrateToPostgres(settings, { to, signal })
      const text = describeMigration(result, settings.dataDir)
      return { data: result, text, exitCode: result.ledger.broken.length === 0 ? 0 : 1 }
    })
  }
}

async function runWithSettings(
  { env }: CliContext,
  run: (settings: BackupSettings, signal: AbortSignal) => Promise<CliResult>
): Promise<CliResult> {
  const settings = await readSettings(env)
  const signal = createStopSignal()
  try {
    return await run(settings, signal)
  } catch (error) {
    if (signal.aborted) throw new CliError('stopped', 'stopped; nothing was written', { exitCode: 130 })
    throw error
  }
}

async function readSettings(env: NodeJS.ProcessEnv): Promise<BackupSettings> {
  const { readBackupSettings } = await import('./settings.js')
  const { ConfigError } = await import('../../server/config/env-values.js')
  try {
    return readBackupSettings(env)
  } catch (error) {
    throw error instanceof ConfigError ? createUsageError('invalid_setting', error.message) : error
  }
}
