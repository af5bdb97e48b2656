import { resolve } from 'node:path'
import { readCatalogueDirs } from '../../server/config/config.js'
import { readString, readUrl } from '../../server/config/env-values.js'
import { findProjectDir } from '../../server/lib/project-dir.js'
import { readOperatorHeader } from '../operator/operator-name.js'

export interface BackupSettings {
  dataDir: string
  databaseUrl: string | null
  catalogueDirs: readonly string[]
  operatorUrl: string
  operatorKey: string | null
  /** Header X-Operator. */
  operatorName: string
}

/** Reads the settings of the server that the commands need. Throws ConfigError or CliError. */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  const dataDir = resolve(readString(env, 'DATA_DIR') ?? '.data')
  return {
    dataDir,
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    catalogueDirs: readCatalogueDirs(env, findProjectDir(), dataDir),
    operatorUrl: (env.OPERATOR_URL || 'http://localhost:8787').replace(/\/+$/, ''),
    operatorKey: readString(env, 'OPERATOR_KEY'),
    operatorName: readOperatorHeader(env)
  }
}
