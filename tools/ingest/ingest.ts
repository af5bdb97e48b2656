import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type DramaPackage, dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { makeCoverImages } from './cover-images.js'
import { type DramaDescription, readDramaDescription } from './description.js'
import { type EncodedEpisode, type EncodingRun, encodeEpisodes, formatElapsed } from './encode-episodes.js'
import { createFingerprint, fingerprintFile, isUpToDate } from './fingerprint.js'
import type { Options } from './options.js'
import { probe, type Source } from './probe.js'
import type { IngestReport } from './progress.js'
import { createStagingFolder, finishInterrupted, publish } from './publish.js'
import { qualitiesFor } from './quality-ladder.js'
import { checkPrograms } from './run-program.js'
import { type Listing, listFolder } from './source-folder.js'

const describePackage = (
  run: EncodingRun,
  { titleOf: _title, priceOf: _price, ...description }: DramaDescription,
  encoded: readonly EncodedEpisode[]
): DramaPackage => {
  const renditions = run.ladder.map((rung, index) => {
    const tracks = encoded.flatMap(item => item.stored[index] ?? [])
    return {
      name: rung.name,
      width: rung.width,
      height: rung.height,
      bandwidth: Math.max(...tracks.map(track => track.bandwidth)),
      codecs: tracks[0]?.codecs ?? ''
    }
  })
  const pictures = { cover: 'cover.webp', banner: 'banner.webp' }
  const episodes = encoded.map(item => item.episode)
  return dramaPackage.parse({
    format: 1,
    id: `d_${description.slug}`,
    ...description,
    ...pictures,
    renditions,
    episodes
  })
}

/** Writes a package that is complete into the staging folder. */
const buildPackage = async (
  run: EncodingRun,
  description: DramaDescription,
  fingerprint: string
): Promise<DramaPackage> => {
  const { staging, listing, sources, signal } = run
  // The staging folder is private to its owner, but the server may run as another user.
  await chmod(staging, 0o755)
  await mkdir(join(staging, 'objects'))
  await mkdir(join(staging, 'work'))
  const [first] = sources
  if (first !== undefined)
    await makeCoverImages(listing, first.path, first.seconds, staging, join(staging, 'work'), signal)
  const drama = describePackage(run, description, await encodeEpisodes(run))
  await rm(join(staging, 'work'), { recursive: true })
  await writeFile(join(staging, 'drama.json'), `${JSON.stringify(drama)}\n`)
  await writeFile(join(staging, fingerprintFile), `${JSON.stringify({ fingerprint })}\n`)
  return drama
}

export interface IngestResult {
  readonly drama_id: string
  readonly folder: string
  readonly status: 'published' | 'unchanged' | 'repacked'
  readonly episodes: number
}

/** Throws `IngestFailure` with a message of one line. Publishes the whole package or nothing. */
export const ingest = async (options: Options, signal: AbortSignal, report: IngestReport): Promise<IngestResult> => {
  const listing = await listFolder(options.folder)
  const description = await readDramaDescription(listing)
  return publishNew({ options, listing, description, folder: join(options.out, description.slug) }, signal, report)
}

interface NewPackage {
  readonly options: Options
  readonly listing: Listing
  readonly description: DramaDescription
  /** Of the package. */
  readonly folder: string
}

export const publishNew = async (
  { options, listing, description, folder }: NewPackage,
  signal: AbortSignal,
  report: IngestReport
): Promise<IngestResult> => {
  const start = performance.now()
  const [out, name] = [dirname(folder), basename(folder)]
  const dramaId = `d_${description.slug}`
  const result = { drama_id: dramaId, folder, episodes: listing.episodes.length }
  await finishInterrupted(out, name)
  const fingerprint = await createFingerprint(listing, options)
  if (await isUpToDate(folder, fingerprint)) {
    report.log(`${name}: unchanged, nothing to do (${folder})`)
    return { ...result, status: 'unchanged' }
  }
  await checkPrograms(signal)
  const sources: Source[] = []
  for (const { file } of listing.episodes) sources.push(await probe(join(listing.folder, file), signal))
  const ladder = qualitiesFor(sources)
  report.begin(sources.length)
  report.log(`${name}: ${sources.length} episodes in ${ladder.map(rung => rung.name).join(', ')}`)
  const staging = await createStagingFolder(out, name)
  const { titleOf, priceOf } = description
  try {
    const run = { listing, dramaId, titleOf, priceOf, sources, ladder, options, staging, report, signal }
    await buildPackage(run, description, fingerprint)
    signal.throwIfAborted()
    await publish(staging, out, name)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  report.log(`${name}: published to ${folder} in ${formatElapsed(start)}`)
  return { ...result, status: 'published' }
}
