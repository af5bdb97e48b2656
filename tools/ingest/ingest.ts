import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DramaPackage,
  dramaPackage,
  type EpisodePackage
} from '../../server/modules/catalogue/package/package-schema.js'
import { toVtt } from './captions.js'
import { makeCoverImages } from './cover-images.js'
import { type Description, describe } from './description.js'
import { encodeEpisode, type Job } from './encode.js'
import { type Cache, encodeStable } from './encode-stable.js'
import { IngestFailure, reason } from './failure.js'
import { fingerprintFile, fingerprintOf, isUpToDate } from './fingerprint.js'
import { type StoredTrack, storeObject, storeTrack } from './objects.js'
import type { Options } from './options.js'
import { probe, type Source } from './probe.js'
import { createStagingFolder, finishInterrupted, publish } from './publish.js'
import { isEnlarged, type QualityLevel, qualitiesFor } from './quality-ladder.js'
import { checkPrograms } from './run-program.js'
import { type Listing, listFolder, type SourceEpisode } from './source-folder.js'

type Say = (line: string) => void

interface Run {
  readonly listing: Listing
  readonly about: Description
  readonly sources: readonly Source[]
  readonly ladder: readonly QualityLevel[]
  readonly options: Options
  readonly stage: string
  readonly say: Say
  readonly signal: AbortSignal
}

interface Made {
  readonly episode: EpisodePackage
  readonly stored: readonly StoredTrack[]
}

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`

const assetId = (drama: string, no: number, content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([drama, no, content]))
    .digest('hex')
    .slice(0, 16)

const storeCaptions = async (run: Run, episode: SourceEpisode): Promise<EpisodePackage['captions']> => {
  const stored: EpisodePackage['captions'] = []
  for (const { lang, file } of episode.captions) {
    const vtt = toVtt(await readFile(join(run.listing.folder, file), 'utf8'), file)
    stored.push({ lang, object: await storeObject(join(run.stage, 'objects'), Buffer.from(vtt), 'vtt') })
  }
  return stored
}

const encodeTracks = async (run: Run, job: Job, cache: Cache): Promise<StoredTrack[]> => {
  await mkdir(job.folder, { recursive: true })
  if (run.options.stable) await encodeStable(job, cache, join(run.stage, 'work', 'pieces'))
  else await encodeEpisode(job)
  const stored: StoredTrack[] = []
  for (const rung of run.ladder) stored.push(await storeTrack(job.folder, rung, join(run.stage, 'objects')))
  await rm(job.folder, { recursive: true })
  return stored
}

const makeEpisode = async (run: Run, episode: SourceEpisode, source: Source, cache: Cache): Promise<Made> => {
  const folder = join(run.stage, 'work', `episode-${episode.no}`)
  const { ladder, options, signal } = run
  const stored = await encodeTracks(run, { source, ladder, options, folder, signal }, cache).catch((error: unknown) => {
    throw signal.aborted
      ? error
      : new IngestFailure(`${episode.file}: ${reason(error).replaceAll(source.path, 'file')}`)
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
      asset: assetId(`d_${run.about.slug}`, episode.no, tracks),
      title: run.about.titleOf(episode.no),
      duration_s: Math.round(seconds * 1000) / 1000,
      price: run.about.priceOf(episode.no),
      segment_durations: durations,
      tracks,
      captions
    }
  }
}

const makeEpisodes = async (run: Run): Promise<Made[]> => {
  const cache: Cache = new Map()
  const made: Made[] = []
  const { episodes } = run.listing
  for (const [index, source] of run.sources.entries()) {
    const episode = episodes[index]
    if (episode === undefined) break
    const start = performance.now()
    made.push(await makeEpisode(run, episode, source, cache))
    const small = isEnlarged(source, run.ladder) ? `, only ${source.width}x${source.height}: enlarged` : ''
    const length = `${made.at(-1)?.episode.duration_s} s, ${run.ladder.length} qualities${small}`
    run.say(`  episode ${episode.no}/${episodes.length}  ${episode.file}  ${length}  in ${since(start)}`)
  }
  return made
}

const describePackage = (run: Run, made: readonly Made[]): DramaPackage => {
  const { titleOf: _title, priceOf: _price, ...about } = run.about
  const renditions = run.ladder.map((rung, index) => {
    const tracks = made.flatMap(item => item.stored[index] ?? [])
    return {
      name: rung.name,
      width: rung.width,
      height: rung.height,
      bandwidth: Math.max(...tracks.map(track => track.bandwidth)),
      codecs: tracks[0]?.codecs ?? ''
    }
  })
  const pictures = { cover: 'cover.webp', banner: 'banner.webp' }
  const episodes = made.map(item => item.episode)
  return dramaPackage.parse({ format: 1, id: `d_${about.slug}`, ...about, ...pictures, renditions, episodes })
}

const build = async (run: Run, fingerprint: string): Promise<DramaPackage> => {
  const { stage, listing, sources, signal } = run
  // The stage is made private by the system; the server that reads the package may be another user.
  await chmod(stage, 0o755)
  await mkdir(join(stage, 'objects'))
  await mkdir(join(stage, 'work'))
  const [first] = sources
  if (first !== undefined) await makeCoverImages(listing, first.path, first.seconds, stage, join(stage, 'work'), signal)
  const drama = describePackage(run, await makeEpisodes(run))
  await rm(join(stage, 'work'), { recursive: true })
  await writeFile(join(stage, 'drama.json'), `${JSON.stringify(drama)}\n`)
  await writeFile(join(stage, fingerprintFile), `${JSON.stringify({ fingerprint })}\n`)
  return drama
}

/** Packages one folder of videos. Throws `IngestFailure` with one clear line; publishes all or nothing. */
export const ingest = async (options: Options, signal: AbortSignal, say: Say): Promise<void> => {
  const start = performance.now()
  const listing = await listFolder(options.folder)
  const about = await describe(listing)
  const { out } = options
  await finishInterrupted(out, about.slug)
  const fingerprint = await fingerprintOf(listing, options)
  if (await isUpToDate(join(out, about.slug), fingerprint)) {
    say(`${about.slug}: unchanged, nothing to do (${join(out, about.slug)})`)
    return
  }
  await checkPrograms(signal)
  const sources: Source[] = []
  for (const { file } of listing.episodes) sources.push(await probe(join(listing.folder, file), signal))
  const ladder = qualitiesFor(sources)
  say(`${about.slug}: ${sources.length} episodes in ${ladder.map(rung => rung.name).join(', ')}`)
  const stage = await createStagingFolder(out, about.slug)
  try {
    await build({ listing, about, sources, ladder, options, stage, say, signal }, fingerprint)
    signal.throwIfAborted()
    await publish(stage, out, about.slug)
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
  say(`${about.slug}: published to ${join(out, about.slug)} in ${since(start)}`)
}
