import { secretFile } from '../lib/secret-file.js'
import type { Config } from './config.js'
import { ConfigError } from './env-values.js'

/** The secrets that sign media tickets: MEDIA_SECRET, else one that is made once and kept in DATA_DIR/media.key. */
export function mediaSecretsOf({ mediaSecrets, dataDir }: Pick<Config, 'mediaSecrets' | 'dataDir'>): string[] {
  if (mediaSecrets.length > 0) return mediaSecrets
  return [secretFile(dataDir, 'media.key', reason => new ConfigError('DATA_DIR', reason))]
}
