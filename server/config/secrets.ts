import { secretFile } from '../lib/secret-file.js'
import type { Config } from './config.js'
import { ConfigError } from './env-values.js'

export function mediaSecretsOf({ mediaSecrets, dataDir }: Pick<Config, 'mediaSecrets' | 'dataDir'>): string[] {
  if (mediaSecrets.length > 0) return mediaSecrets
  return [secretFile(dataDir, 'media.key', reason => new ConfigError('DATA_DIR', reason))]
}

export function accountSecretOf({ accountSecret, dataDir }: Pick<Config, 'accountSecret' | 'dataDir'>): string {
  return accountSecret ?? secretFile(dataDir, 'account.key', reason => new ConfigError('DATA_DIR', reason))
}

export function promoSecretsOf({ promoSecrets, dataDir }: Pick<Config, 'promoSecrets' | 'dataDir'>): string[] {
  if (promoSecrets.length > 0) return promoSecrets
  return [secretFile(dataDir, 'promo.key', reason => new ConfigError('DATA_DIR', reason))]
}
