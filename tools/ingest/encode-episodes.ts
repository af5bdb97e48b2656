import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpisodePackage, Localized } from '../../server/modules/catalogue/package/package-schema.js'
import { toVtt } from './captions.js'
import { encodeEpisode, type Job } from './encode.js'
import { type EncodedWindowCache, encodeStable } from './encode-stable.js'
import { IngestFailure, toErrorMessage } from './failure.js'
import { storeObject, toAssetId } from './objects.js'
import type { Options } from './options.js'
import type { Source } from './probe.js'
import type { IngestReport } from './progress.js'
import { isEnlarged, type QualityLevel } from './quality-ladder.js'
import type { Listing, SourceEpisode } from './source-folder.js'
import { type StoredTrack, storeTrack } from './store-track.js'

/** What all episodes of a run have in common. */
export interface EncodingRun {
  readonly listing: Listing
  readonly dramaId: string
  readonly titleOf: (no: number) => Localized | null
  readonly priceOf: (no: number) => number | null
  readonly sources: readonly Source[]
  readonly ladder: readonly QualityLevel[]
  readonly options: Options
  readonly staging: string
  readonly report: IngestReport
  readonly signal: AbortSignal
}

export interface EncodedEpisode {
  readonly episode: EpisodePackage
  readonly stored: readonly StoredTrack[]
}

export const formatElapsed = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`

export const storeCaptions = async (
  run: Pick<EncodingRun, 'listing' | 'staging'>,
  episode: Pick<SourceEpisode, 'captions'>
): Promise<EpisodePackage['captions']> => {
  const stored: EpisodePackage['captions'] = []
  for (const { lang, file } of episode.captions) {
    const vtt = toVtt(await readFile(join(run.listing.folder, file), 'utf8'), file)
    stored.push({ lang, object: await storeObject(join(run.staging, 'objects'), Buffer.from(vtt), 'vtt') })
  }
  return stored
}

const encodeTracks = async (run: EncodingRun, job: Job, cache: EncodedWindowCache): Promise<StoredTrack[]> => {
  await mkdir(job.folder, { recursive: true })
  if (run.options.stable) await encodeStable(job, cache, join(run.staging, 'work', 'pieces'))
  else await encodeEpisode(job)
  const stored: StoredTrack[] = []
  for (const rung of run.ladder) stored.push(await storeTrack(job.folder, rung, join(run.staging, 'objects')))
  await rm(job.folder, { recursive: true })
  return stored
}

const makeEpisode = async (
  run: EncodingRun,
  episode: SourceEpisode,
  source: Source,
  cache: EncodedWindowCache
): Promise<EncodedEpisode> => {
  const folder = join(run.staging, 'work', `episode-${episode.no}`)
  const { ladder, options, signal, report } = run
  const job = { source, ladder, options, folder, signal, onPercent: report.percent }
  const stored = await encodeTracks(run, job, cache).catch((error: unknown) => {
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
      asset: toAssetId(run.dramaId, episode.no, tracks),
      title: run.titleOf(episode.no),
      duration_s: Math.round(seconds * 1000) / 1000,
      price: run.priceOf(episode.no),
      segment_durations: durations,
      tracks,
      captions
    }
  }
}

export const encodeEpisodes = async (run: EncodingRun): Promise<EncodedEpisode[]> => {
  const cache: EncodedWindowCache = new Map()
  const encoded: EncodedEpisode[] = []
  const { episodes } = run.listing
  for (const [index, source] of run.sources.entries()) {
    const episode = episodes[index]
    if (episode === undefined) break
    const start = performance.now()
    run.report.episode(episode.file, index)
    encoded.push(await makeEpisode(run, episode, source, cache))
    const small = isEnlarged(source, run.ladder) ? `, only ${source.width}x${source.height}: enlarged` : ''
    const length = `${encoded.at(-1)?.episode.duration_s} s, ${run.ladder.length} qualities${small}`
    run.report.log(
      `  episode ${episode.no}${run.options.into === null ? `/${episodes.length}` : ''}  ${episode.file}  ${length}  in ${formatElapsed(start)}`
    )
  }
  return encoded
}
