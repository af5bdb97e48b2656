import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCatalogueDirs } from '../../server/config/config.js'
import { readMediaBucket } from '../../server/config/media-bucket.js'
import { type BucketCopy, type BucketCopyResult, openBucketCopy } from './bucket-copy.js'
import { findPackages, listPackageFiles } from './package-files.js'

const USAGE = `Usage: npm run media -- <command> [folder ...]

  push              sends segments, captions and pictures that the bucket lacks, and looks whether all of them are there
  verify            says what the bucket lacks, or has with other bytes
  verify --read     the same by reading every file in the bucket

A folder is a package or holds packages; without one those of the server are taken (CATALOGUE_DIRS). The bucket is
MEDIA_BUCKET with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, as the server has them.
Ends with 0 when the bucket has everything, 1 when not, 2 when the command is not understood, 130 when it was stopped.
To push again goes on where it stopped.`

const controller = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())

function parseCommand(argv: string[]): { folders: string[]; run: Run } | null {
  try {
    const options = { read: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
    const [verb, ...folders] = positionals
    if (verb === 'push' && !values.read) return { folders, run: (copy, drama) => copy.push(drama, controller.signal) }
    if (verb !== 'verify') return null
    return { folders, run: (copy, drama) => copy.verify(drama, values.read, controller.signal) }
  } catch {
    return null
  }
}

type Run = (copy: BucketCopy, drama: Awaited<ReturnType<typeof listPackageFiles>>) => Promise<BucketCopyResult>

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function printResult(dramaId: string, { sent, sentBytes, present, problems }: BucketCopyResult): void {
  const sentText = sent === 0 ? '' : `${sent} sent (${megabytes(sentBytes)}), `
  console.log(
    `${problems.length === 0 ? '✓' : '✗'} ${dramaId}  ${sentText}${present} there${sent === 0 ? '' : ' already'}`
  )
  for (const line of problems.slice(0, 10)) console.error(`  ${line}`)
  if (problems.length > 10) console.error(`  and ${problems.length - 10} more`)
}

async function run(): Promise<number> {
  const command = parseCommand(process.argv.slice(2))
  if (command === null) {
    console.error(USAGE)
    return 2
  }
  const bucket = readMediaBucket(process.env)
  if (bucket === null) {
    console.error('✗ MEDIA_BUCKET is not set')
    return 2
  }
  const configured = readCatalogueDirs(process.env, process.cwd(), resolve(process.env.DATA_DIR || '.data'))
  const given = command.folders.map(folder => resolve(folder))
  // Configured folders may not exist yet, but a folder given as an argument must exist.
  const folders = given.length > 0 ? given : configured.filter(folder => existsSync(folder))
  const packages = await findPackages(folders)
  if (packages.length === 0) {
    console.error(`✗ no package in ${(given.length > 0 ? given : configured).join(', ')}`)
    return 1
  }
  const copy = openBucketCopy(bucket)
  let isComplete = true
  for (const folder of packages) {
    const drama = await listPackageFiles(folder).catch(error => {
      throw new Error(`${folder}: ${error.message}`)
    })
    const outcome = await command.run(copy, drama)
    controller.signal.throwIfAborted()
    printResult(drama.dramaId, outcome)
    isComplete &&= outcome.problems.length === 0
  }
  return isComplete ? 0 : 1
}

process.exitCode = await run().catch(error => {
  if (controller.signal.aborted) {
    console.error('media: stopped; what was sent is whole, and need not be sent again')
    return 130
  }
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  return 1
})
