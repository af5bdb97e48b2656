import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataFolderNames } from './data-folder-names.js'
import { ConfigError } from './env-values.js'

export function createDataFolder(dataDir: string): void {
  try {
    createFolder(dataDir)
    if (!statSync(dataDir).isDirectory()) throw new Error('not a folder')
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new ConfigError('DATA_DIR', `${dataDir} cannot be written`)
  }
  if (existsSync(join(dataDir, dataFolderNames.restoring))) {
    throw new ConfigError('DATA_DIR', `${dataDir} holds a restore that did not end: empty it and run the restore again`)
  }
}

/** Node's recursive mkdir never returns below /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  mkdirSync(path)
}
