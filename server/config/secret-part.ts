import { secretFile } from '../lib/secret-file.js'
import type { Config } from './config.js'
import { ConfigError } from './env-values.js'

/** The secrets that sign promo links: PROMO_SECRET, else one that is made once and kept in DATA_DIR/promo.key. */
export function promoSecretsOf({ promoSecrets, dataDir }: Pick<Config, 'promoSecrets' | 'dataDir'>): string[] {
  if (promoSecrets.length > 0) return promoSecrets
  return [secretFile(dataDir, 'promo.key', reason => new ConfigError('DATA_DIR', reason))]
}
