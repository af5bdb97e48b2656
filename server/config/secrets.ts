import { readOrCreateSecret } from '../lib/secret-file.js'
import type { Config } from './config.js'
import { ConfigError } from './env-values.js'

export function resolveMediaSecrets({ mediaSecrets, dataDir }: Pick<Config, 'mediaSecrets' | 'dataDir'>): string[] {
  if (mediaSecrets.length > 0) return mediaSecrets
  return [readOrCreateSecret(dataDir, 'media.key', reason => new ConfigError('DATA_DIR', reason))]
}

export function resolveAccountSecret({ accountSecret, dataDir }: Pick<Config, 'accountSecret' | 'dataDir'>): string {
  return accountSecret ?? readOrCreateSecret(dataDir, 'account.key', reason => new ConfigError('DATA_DIR', reason))
}

export function resolvePromoSecrets({ promoSecrets, dataDir }: Pick<Config, 'promoSecrets' | 'dataDir'>): string[] {
  if (promoSecrets.length > 0) return promoSecrets
  return [readOrCreateSecret(dataDir, 'promo.key', reason => new ConfigError('DATA_DIR', reason))]
}

export function resolveVapidKey({ vapidPrivateKey, dataDir }: Pick<Config, 'vapidPrivateKey' | 'dataDir'>): string {
  return vapidPrivateKey ?? readOrCreateSecret(dataDir, 'vapid.key', reason => new ConfigError('DATA_DIR', reason))
}
