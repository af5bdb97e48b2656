import { secretFile } from '../lib/secret-file.js'
import type { Config } from './config.js'
import { ConfigError } from './env-values.js'

/** The secrets that sign media tickets: MEDIA_SECRET, else one that is made once and kept in DATA_DIR/media.key. */
export function mediaSecretsOf({ mediaSecrets, dataDir }: Pick<Config, 'mediaSecrets' | 'dataDir'>): string[] {
  if (mediaSecrets.length > 0) return mediaSecrets
  return [secretFile(dataDir, 'media.key', reason => new ConfigError('DATA_DIR', reason))]
}

/** The secret that codes and addresses are hashed with: ACCOUNT_SECRET, else one made once in DATA_DIR/account.key. */
export function accountSecretOf({ accountSecret, dataDir }: Pick<Config, 'accountSecret' | 'dataDir'>): string {
  return accountSecret ?? secretFile(dataDir, 'account.key', reason => new ConfigError('DATA_DIR', reason))
}

/** The secrets that sign promo links: PROMO_SECRET, else one that is made once and kept in DATA_DIR/promo.key. */
export function promoSecretsOf({ promoSecrets, dataDir }: Pick<Config, 'promoSecrets' | 'dataDir'>): string[] {
  if (promoSecrets.length > 0) return promoSecrets
  return [secretFile(dataDir, 'promo.key', reason => new ConfigError('DATA_DIR', reason))]
}
