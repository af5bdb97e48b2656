// Media in a bucket, from a shell: `npm run media -- push`. It speaks with the bucket, not with a server.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogueDirs } from '../../server/config/config.js'
import { readMediaBucket } from '../../server/config/media-bucket.js'
import { type BucketCopy, type Outcome, openBucketCopy } from './bucket-copy.js'
import { filesOf, packagesIn } from './package-files.js'

const USAGE = `Usage: npm run media -- <command> [folder ...]

  push              sends segments, captions and pictures that the bucket lacks, and looks whether all of them are there
  verify            says what the bucket lacks, or has with other bytes
  verify --read     the same by reading every file in the bucket

A folder is a package or holds packages; without one those of the server are taken (CATALOGUE_DIRS). The bucket is
MEDIA_BUCKET with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, as the server has them.
Ends with 0 when the bucket has everything, 1 when not, 2 when the command is not understood, 130 when it was stopped.
To push again goes on where it stopped.`

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

function commandOf(argv: string[]): { folders: string[]; run: Run } | null {
  try {
    const options = { read: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
    const [verb, ...folders] = positionals
    if (verb === 'push' && !values.read) return { folders, run: (copy, drama) => copy.push(drama, stop.signal) }
    if (verb !== 'verify') return null
    return { folders, run: (copy, drama) => copy.verify(drama, values.read, stop.signal) }
  } catch {
    return null
  }
}

type Run = (copy: BucketCopy, drama: Awaited<ReturnType<typeof filesOf>>) => Promise<Outcome>

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function tell(dramaId: string, { sent, sentBytes, there, wrong }: Outcome): void {
  const news = sent === 0 ? '' : `${sent} sent (${megabytes(sentBytes)}), `
  console.log(`${wrong.length === 0 ? '✓' : '✗'} ${dramaId}  ${news}${there} there${sent === 0 ? '' : ' already'}`)
  for (const line of wrong.slice(0, 10)) console.error(`  ${line}`)
  if (wrong.length > 10) console.error(`  and ${wrong.length - 10} more`)
}

async function run(): Promise<number> {
  const command = commandOf(process.argv.slice(2))
  if (command === null) {
    console.error(USAGE)
    return 2
  }
  const bucket = readMediaBucket(process.env)
  if (bucket === null) {
    console.error('✗ MEDIA_BUCKET is not set')
    return 2
  }
  const own = catalogueDirs(process.env, process.cwd(), resolve(process.env.DATA_DIR || '.data'))
  const given = command.folders.map(folder => resolve(folder))
  // A server waits for folders that are not there yet; who names one here means one that is.
  const folders = given.length > 0 ? given : own.filter(folder => existsSync(folder))
  const packages = await packagesIn(folders)
  if (packages.length === 0) {
    console.error(`✗ no package in ${(given.length > 0 ? given : own).join(', ')}`)
    return 1
  }
  const copy = openBucketCopy(bucket)
  let isWhole = true
  for (const folder of packages) {
    const drama = await filesOf(folder).catch(error => {
      throw new Error(`${folder}: ${error.message}`)
    })
    const outcome = await command.run(copy, drama)
    stop.signal.throwIfAborted()
    tell(drama.dramaId, outcome)
    isWhole &&= outcome.wrong.length === 0
  }
  return isWhole ? 0 : 1
}

process.exitCode = await run().catch(error => {
  if (stop.signal.aborted) {
    console.error('media: stopped; what was sent is whole, and need not be sent again')
    return 130
  }
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  return 1
})
