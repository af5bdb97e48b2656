import { secretFile } from '../lib/secret-file.js'
import type { Config } from './config.js'
import { ConfigError } from './env-values.js'

/** The secret that codes and addresses are hashed with: ACCOUNT_SECRET, else one made once in DATA_DIR/account.key. */
export function accountSecretOf({ accountSecret, dataDir }: Pick<Config, 'accountSecret' | 'dataDir'>): string {
  return accountSecret ?? secretFile(dataDir, 'account.key', reason => new ConfigError('DATA_DIR', reason))
}
