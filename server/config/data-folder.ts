import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './env-values.js'

export function createDataFolder(dataDir: string): void {
  try {
    createFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new Error('not a folder')
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new ConfigError('DATA_DIR', `${dataDir} cannot be written`)
  }
}

/** Node's recursive mkdir never returns below /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  mkdirSync(path)
}
