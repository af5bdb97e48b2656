import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CliCommand, CliContext, CliResult } from '../cli/cli-command.js'
import { CliError, createUsageError } from '../cli/cli-error.js'
import { createStopSignal } from '../cli/stop-signal.js'
import type { BucketCopy, BucketCopyResult } from './bucket-copy.js'
import type { PackageFiles } from './package-files.js'

const folder = {
  folder: { description: 'packages, or folders that hold packages: those of CATALOGUE_DIRS without any' }
}

export const mediaCommands: readonly CliCommand[] = [
  {
    usage: 'push [folder...]',
    description:
      'sends segments, captions and pictures that the bucket lacks, and looks whether all of them are there; a push that was stopped can be run again',
    arguments: folder,
    examples: ['push', 'push .data/catalogue/winter-bride'],
    run: ({ words }, context) => copyPackages(words, context, (copy, drama, signal) => copy.push(drama, signal))
  },
  {
    usage: 'verify [folder...]',
    description: 'says what the bucket lacks, or has with other bytes',
    arguments: folder,
    options: { '--read': { description: 'reads every file in the bucket' } },
    examples: ['verify --read'],
    run: ({ words, options }, context) => {
      const isReading = options.read === true
      return copyPackages(words, context, (copy, drama, signal) => copy.verify(drama, isReading, signal))
    }
  }
]

type Work = (copy: BucketCopy, drama: PackageFiles, signal: AbortSignal) => Promise<BucketCopyResult>

async function copyPackages(words: readonly string[], context: CliContext, work: Work): Promise<CliResult> {
  const bucket = await readBucket(context.env)
  const folders = await findPackageFolders(words, context.env)
  const { openBucketCopy } = await import('./bucket-copy.js')
  const { listPackageFiles } = await import('./package-files.js')
  const copy = openBucketCopy(bucket)
  const signal = createStopSignal()
  const results: { drama_id: string; sent: number; sent_bytes: number; present: number; problems: string[] }[] = []
  try {
    for (const folder of folders) {
      const drama = await listPackageFiles(folder).catch(error => {
        throw new Error(`${folder}: ${error.message}`)
      })
      const { sent, sentBytes, present, problems } = await work(copy, drama, signal)
      signal.throwIfAborted()
      printResult(drama.dramaId, { sent, sentBytes, present, problems }, context)
      results.push({ drama_id: drama.dramaId, sent, sent_bytes: sentBytes, present, problems })
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const message = 'stopped; what was sent is whole, and need not be sent again'
    throw new CliError('stopped', message, { exitCode: 130 })
  }
  const isComplete = results.every(({ problems }) => problems.length === 0)
  return { data: { list: results, is_complete: isComplete }, text: '', exitCode: isComplete ? 0 : 1 }
}

async function readBucket(env: NodeJS.ProcessEnv) {
  const { readMediaBucket } = await import('../../server/config/media-bucket.js')
  const bucket = await readSettings(() => readMediaBucket(env))
  if (bucket === null) throw createUsageError('no_bucket', 'MEDIA_BUCKET is not set')
  return bucket
}

async function readSettings<Settings>(read: () => Settings): Promise<Settings> {
  const { ConfigError } = await import('../../server/config/env-values.js')
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigError ? createUsageError('invalid_setting', error.message) : error
  }
}

async function findPackageFolders(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  if (words.includes('')) throw createUsageError('invalid_argument', 'the name of a folder is empty')
  const { readCatalogueDirs } = await import('../../server/config/config.js')
  const { findPackages } = await import('./package-files.js')
  const dataDir = resolve(env.DATA_DIR || '.data')
  const configured = await readSettings(() => readCatalogueDirs(env, process.cwd(), dataDir))
  const given = words.map(word => resolve(word))
  // Configured folders may not exist yet, but a folder given as an argument must exist.
  const folders = given.length > 0 ? given : configured.filter(folder => existsSync(folder))
  const packages = await findPackages(folders)
  if (packages.length > 0) return packages
  const places = (given.length > 0 ? given : configured).join(', ')
  throw new CliError('no_package', `no package in ${places}`, { exitCode: 1 })
}

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function printResult(dramaId: string, result: BucketCopyResult, { log, warn }: CliContext): void {
  const { sent, sentBytes, present, problems } = result
  const sentText = sent === 0 ? '' : `${sent} sent (${formatMegabytes(sentBytes)}), `
  log(`${problems.length === 0 ? '✓' : '✗'} ${dramaId}  ${sentText}${present} there${sent === 0 ? '' : ' already'}`)
  for (const line of problems.slice(0, 10)) warn(`  ${line}`)
  if (problems.length > 10) warn(`  and ${problems.length - 10} more`)
}
