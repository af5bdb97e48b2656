import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const RELEASE_VERSION_PATTERN = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

export interface ReleaseFolders {
  distDir: string
  releasesDir: string
}

export async function readBuiltVersion(distDir: string): Promise<string | null> {
  const text = await readFile(join(distDir, 'cdn/integrity.json'), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as { version: string }).version
}
