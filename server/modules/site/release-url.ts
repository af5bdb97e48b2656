import { join } from 'node:path'
import { RELEASE_VERSION_PATTERN, type ReleaseFolders, readBuiltVersion } from './release-folders.js'
import { findNewestVersion } from './releases.js'

export type ReleaseAddress = { file: string } & ({ version: string } | { major: number })

export function parseReleasePath(path: string): ReleaseAddress | null {
  const [, release = '', file = ''] = /^\/v(\d[0-9A-Za-z.-]*)\/(.+)$/.exec(path) ?? []
  if (!isReleaseFile(file)) return null
  if (/^\d{1,6}$/.test(release)) return { file, major: Number(release) }
  return RELEASE_VERSION_PATTERN.test(release) ? { file, version: release } : null
}

const isReleaseFile = (file: string) => /^(drama-app\.js|integrity\.json|chunks\/[\w.-]+\.js)$/.test(file)

export async function listReleaseFiles(address: ReleaseAddress, folders: ReleaseFolders): Promise<[string, string][]> {
  const { distDir, releasesDir } = folders
  const { file } = address
  const buildFile: [string, string] = [join(distDir, 'cdn'), `/${file}`]
  // A chunk's name contains a content hash, so all versions share it.
  if (file.startsWith('chunks/')) return [buildFile, [releasesDir, `/${file}`]]
  const current = await readBuiltVersion(distDir)
  const toStoredFile = (version: string): [string, string] => [releasesDir, `/${version}/${file}`]
  if ('version' in address) return [toStoredFile(address.version), ...(address.version === current ? [buildFile] : [])]
  if (current !== null && Number.parseInt(current, 10) === address.major) return [buildFile]
  const newest = await findNewestVersion(releasesDir, address.major)
  return newest === null ? [] : [toStoredFile(newest)]
}
