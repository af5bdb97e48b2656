import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DramaPackage,
  dramaPackage,
  type EpisodePackage
} from '../../server/modules/catalogue/package/package-schema.js'
import { toVtt } from './captions.js'
import { makeCoverImages } from './cover-images.js'
import { type DramaDescription, readDramaDescription } from './description.js'
import { encodeEpisode, type Job } from './encode.js'
import { type EncodedWindowCache, encodeStable } from './encode-stable.js'
import { IngestFailure, toErrorMessage } from './failure.js'
import { createFingerprint, fingerprintFile, isUpToDate } from './fingerprint.js'
import { storeObject, toAssetId } from './objects.js'
import type { Options } from './options.js'
import { probe, type Source } from './probe.js'
import { createStagingFolder, finishInterrupted, publish } from './publish.js'
import { isEnlarged, type QualityLevel, qualitiesFor } from './quality-ladder.js'
import { checkPrograms } from './run-program.js'
import { type Listing, listFolder, type SourceEpisode } from './source-folder.js'
import { type StoredTrack, storeTrack } from './store-track.js'

type Log = (line: string) => void

interface Run {
  readonly listing: Listing
  readonly description: DramaDescription
  readonly sources: readonly Source[]
  readonly ladder: readonly QualityLevel[]
  readonly options: Options
  readonly staging: string
  readonly log: Log
  readonly signal: AbortSignal
}

interface EncodedEpisode {
  readonly episode: EpisodePackage
  readonly stored: readonly StoredTrack[]
}

const formatElapsed = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`

const storeCaptions = async (run: Run, episode: SourceEpisode): Promise<EpisodePackage['captions']> => {
  const stored: EpisodePackage['captions'] = []
  for (const { lang, file } of episode.captions) {
    const vtt = toVtt(await readFile(join(run.listing.folder, file), 'utf8'), file)
    stored.push({ lang, object: await storeObject(join(run.staging, 'objects'), Buffer.from(vtt), 'vtt') })
  }
  return stored
}

const encodeTracks = async (run: Run, job: Job, cache: EncodedWindowCache): Promise<StoredTrack[]> => {
  await mkdir(job.folder, { recursive: true })
  if (run.options.stable) await encodeStable(job, cache, join(run.staging, 'work', 'pieces'))
  else await encodeEpisode(job)
  const stored: StoredTrack[] = []
  for (const rung of run.ladder) stored.push(await storeTrack(job.folder, rung, join(run.staging, 'objects')))
  await rm(job.folder, { recursive: true })
  return stored
}

const makeEpisode = async (
  run: Run,
  episode: SourceEpisode,
  source: Source,
  cache: EncodedWindowCache
): Promise<EncodedEpisode> => {
  const folder = join(run.staging, 'work', `episode-${episode.no}`)
  const { ladder, options, signal } = run
  const stored = await encodeTracks(run, { source, ladder, options, folder, signal }, cache).catch((error: unknown) => {
    throw signal.aborted
      ? error
      : new IngestFailure(`${episode.file}: ${toErrorMessage(error).replaceAll(source.path, 'file')}`)
  })
  const durations = stored[0]?.durations ?? []
  const seconds = durations.reduce((sum, value) => sum + value, 0)
  if (seconds < source.seconds * 0.9 - 1)
    throw new IngestFailure(
      `${episode.file}: cut short, ${seconds.toFixed(1)} s of ${source.seconds.toFixed(1)} s play`
    )
  if (stored.some(track => track.durations.length !== durations.length))
    throw new IngestFailure(`${episode.file}: the qualities were cut at different places`)
  const tracks = stored.map(item => item.track)
  const captions = await storeCaptions(run, episode)
  return {
    stored,
    episode: {
      no: episode.no,
      asset: toAssetId(`d_${run.description.slug}`, episode.no, tracks),
      title: run.description.titleOf(episode.no),
      duration_s: Math.round(seconds * 1000) / 1000,
      price: run.description.priceOf(episode.no),
      segment_durations: durations,
      tracks,
      captions
    }
  }
}

const makeEpisodes = async (run: Run): Promise<EncodedEpisode[]> => {
  const cache: EncodedWindowCache = new Map()
  const encoded: EncodedEpisode[] = []
  const { episodes } = run.listing
  for (const [index, source] of run.sources.entries()) {
    const episode = episodes[index]
    if (episode === undefined) break
    const start = performance.now()
    encoded.push(await makeEpisode(run, episode, source, cache))
    const small = isEnlarged(source, run.ladder) ? `, only ${source.width}x${source.height}: enlarged` : ''
    const length = `${encoded.at(-1)?.episode.duration_s} s, ${run.ladder.length} qualities${small}`
    run.log(`  episode ${episode.no}/${episodes.length}  ${episode.file}  ${length}  in ${formatElapsed(start)}`)
  }
  return encoded
}

const describePackage = (run: Run, encoded: readonly EncodedEpisode[]): DramaPackage => {
  const { titleOf: _title, priceOf: _price, ...description } = run.description
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

const build = async (run: Run, fingerprint: string): Promise<DramaPackage> => {
  const { staging, listing, sources, signal } = run
  // The staging folder is private to its owner, but the server may run as another user.
  await chmod(staging, 0o755)
  await mkdir(join(staging, 'objects'))
  await mkdir(join(staging, 'work'))
  const [first] = sources
  if (first !== undefined)
    await makeCoverImages(listing, first.path, first.seconds, staging, join(staging, 'work'), signal)
  const drama = describePackage(run, await makeEpisodes(run))
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
export const ingest = async (options: Options, signal: AbortSignal, log: Log): Promise<IngestResult> => {
  const start = performance.now()
  const listing = await listFolder(options.folder)
  const description = await readDramaDescription(listing)
  const { out } = options
  const folder = join(out, description.slug)
  const result = { drama_id: `d_${description.slug}`, folder, episodes: listing.episodes.length }
  await finishInterrupted(out, description.slug)
  const fingerprint = await createFingerprint(listing, options)
  if (await isUpToDate(folder, fingerprint)) {
    log(`${description.slug}: unchanged, nothing to do (${folder})`)
    return { ...result, status: 'unchanged' }
  }
  await checkPrograms(signal)
  const sources: Source[] = []
  for (const { file } of listing.episodes) sources.push(await probe(join(listing.folder, file), signal))
  const ladder = qualitiesFor(sources)
  log(`${description.slug}: ${sources.length} episodes in ${ladder.map(rung => rung.name).join(', ')}`)
  const staging = await createStagingFolder(out, description.slug)
  try {
    await build({ listing, description, sources, ladder, options, staging, log, signal }, fingerprint)
    signal.throwIfAborted()
    await publish(staging, out, description.slug)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  log(`${description.slug}: published to ${folder} in ${formatElapsed(start)}`)
  return { ...result, status: 'published' }
}
