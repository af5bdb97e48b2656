import { join } from 'node:path'
import { RELEASE_VERSION_PATTERN, type ReleaseFolders, readBuiltVersion } from './release-folders.js'

export const PACKED_FOLDER = 'packed'
export const STORED_PACKAGES_FOLDER = 'npm'

export const toPackageFile = (version: string) => `drama-app-${version}.tgz`

/** The folders that may have the file of `/npm/<file>`, the kept one first because its bytes never change. */
export function listPackageFolders(file: string, { distDir, releasesDir }: ReleaseFolders): string[] {
  const [, version = ''] = /^drama-app-(.+)\.tgz$/.exec(file) ?? []
  if (!RELEASE_VERSION_PATTERN.test(version)) return []
  return [join(releasesDir, STORED_PACKAGES_FOLDER), join(distDir, PACKED_FOLDER)]
}

/** The file of the version that the server was built from; null without a build. */
export async function findBuiltPackage({ distDir }: ReleaseFolders): Promise<string | null> {
  const version = await readBuiltVersion(distDir)
  return version === null ? null : toPackageFile(version)
}
