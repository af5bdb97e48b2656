import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../config/env-values.js'

/** Makes DATA_DIR where it is missing; throws ConfigError when it cannot be made or written to. */
export function makeWritable(dataDir: string): void {
  try {
    makeFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new Error('not a folder')
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new ConfigError('DATA_DIR', `${dataDir} cannot be written`)
  }
}

/** Node's own recursive mkdir never ends below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
