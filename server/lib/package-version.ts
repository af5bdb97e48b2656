import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProjectDir } from './project-dir.js'

function readPackageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(findProjectDir(), 'package.json'), 'utf8')) as { version: string }
  return version
}

export const PACKAGE_VERSION = readPackageVersion()
