// Writes the segments of a package anew as CMAF chunks, without encoding.
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DramaPackage, EpisodePackage } from '../../server/modules/catalogue/package/package-schema.js'
import { IngestFailure } from './failure.js'
import { fingerprintFile } from './fingerprint.js'
import type { IngestResult } from './ingest.js'
import { toAssetId } from './objects.js'
import { createStagingFolder, finishInterrupted, publish } from './publish.js'
import { readPackage } from './read-package.js'
import { createSegmentStore } from './segment-store.js'

type PackageTrack = EpisodePackage['tracks'][number]

const readObject = (folder: string, name: string): Promise<Buffer> =>
  readFile(join(folder, 'objects', name)).catch(() => {
    throw new IngestFailure(`the object ${name} is missing`)
  })

interface RepackWork {
  readonly folder: string
  readonly staging: string
  readonly drama: DramaPackage
}

const repackTrack = async (
  { folder, staging, drama }: RepackWork,
  { no, tracks, segment_durations }: EpisodePackage,
  index: number
): Promise<{ track: PackageTrack; bandwidth: number }> => {
  const { init = '', segments = [] } = tracks[index] ?? {}
  const name = `episode ${no}, ${drama.renditions[index]?.name}`
  const openStore = async () => createSegmentStore(join(staging, 'objects'), await readObject(folder, init))
  const store = await openStore().catch(failAt(name))
  const stored: string[] = []
  for (const [position, segment] of segments.entries()) {
    const add = async () => store.add(await readObject(folder, segment), segment_durations[position] ?? 0)
    stored.push(await add().catch(failAt(`${name}, segment ${position + 1}`)))
  }
  return { track: { init: store.init, segments: stored }, bandwidth: store.bandwidth() }
}

const repackDrama = async (work: RepackWork, signal: AbortSignal): Promise<DramaPackage> => {
  const { drama } = work
  const peaks = drama.renditions.map(() => 0)
  const episodes: EpisodePackage[] = []
  for (const episode of drama.episodes) {
    const tracks: PackageTrack[] = []
    for (const index of episode.tracks.keys()) {
      signal.throwIfAborted()
      const { track, bandwidth } = await repackTrack(work, episode, index)
      tracks.push(track)
      peaks[index] = Math.max(peaks[index] ?? 0, bandwidth)
    }
    episodes.push({ ...episode, asset: toAssetId(drama.id, episode.no, tracks), tracks })
  }
  const renditions = drama.renditions.map((rendition, index) => ({ ...rendition, bandwidth: peaks[index] ?? 0 }))
  return { ...drama, renditions, episodes }
}

const copyFile = async ({ folder, staging }: RepackWork, name: string): Promise<void> => {
  await cp(join(folder, name), join(staging, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new IngestFailure(`the file ${name} is missing`)
  })
}

/** Publishes the package again. Throws `IngestFailure` with a message of one line and leaves the package as it was. */
export const repackPackage = async (
  folder: string,
  signal: AbortSignal,
  log: (line: string) => void
): Promise<IngestResult> => {
  const [out, slug] = [dirname(folder), basename(folder)]
  await finishInterrupted(out, slug)
  const drama = await readPackage(folder)
  const staging = await createStagingFolder(out, slug)
  const work = { folder, staging, drama }
  try {
    // The staging folder is private to its owner, but the server may run as another user.
    await chmod(staging, 0o755)
    await mkdir(join(staging, 'objects'))
    const repacked = await repackDrama(work, signal)
    const captions = drama.episodes.flatMap(episode => episode.captions.map(({ object }) => join('objects', object)))
    const hasFingerprint = (await readdir(folder)).includes(fingerprintFile)
    const others = [drama.cover, drama.banner, ...(hasFingerprint ? [fingerprintFile] : [])]
    for (const name of new Set([...captions, ...others])) await copyFile(work, name)
    await writeFile(join(staging, 'drama.json'), `${JSON.stringify(repacked)}\n`)
    signal.throwIfAborted()
    await publish(staging, out, slug)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  log(`${slug}: repacked in chunks`)
  return { drama_id: drama.id, folder, status: 'repacked', episodes: drama.episodes.length }
}

const failAt =
  (place: string) =>
  (error: unknown): never => {
    throw error instanceof IngestFailure ? new IngestFailure(`${place}: ${error.message}`) : error
  }
