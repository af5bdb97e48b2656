// Makes long episodes of the film by repeating its segments at later times, because the repository holds only 12 s.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DramaPackage,
  dramaPackage,
  type EpisodePackage
} from '../../server/modules/catalogue/package/package-schema.js'
import { computePictureSeconds, writeCmafChunks } from '../../tools/ingest/cmaf-chunks.js'
import {
  type MediaTrackSamples,
  readMediaSamples,
  readMediaTracks,
  toTrackSeconds
} from '../../tools/ingest/media-samples.js'
import { storeObject, toAssetId } from '../../tools/ingest/objects.js'
import { FILM_DRAMA, FILM_FOLDER } from './film.js'

const source = join(FILM_FOLDER, FILM_DRAMA.description.slug)

export interface LongFilm {
  /** For CATALOGUE_DIRS. */
  readonly folder: string
  remove(): Promise<void>
}

/**
 * Writes a catalogue with the drama `d_film`. Its episodes, at most six, have no object in common: each starts with
 * another segment, and the mark in the first frames gives the number of the episode.
 */
export const makeLongFilm = async ({ episodes, seconds }: { episodes: number; seconds: number }): Promise<LongFilm> => {
  const folder = await mkdtemp(join(tmpdir(), 'drama-film-'))
  const target = join(folder, FILM_DRAMA.description.slug)
  await mkdir(join(target, 'objects'), { recursive: true })
  for (const name of ['cover.webp', 'banner.webp']) await cp(join(source, name), join(target, name))
  const film = dramaPackage.parse(JSON.parse(await readFile(join(source, 'drama.json'), 'utf8')))
  const numbers = Array.from({ length: episodes }, (_, index) => index + 1)
  const made = await Promise.all(numbers.map(number => makeEpisode(film, number, seconds, join(target, 'objects'))))
  await writeFile(join(target, 'drama.json'), JSON.stringify({ ...film, episodes: made }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const makeEpisode = async (
  film: DramaPackage,
  number: number,
  seconds: number,
  objects: string
): Promise<EpisodePackage> => {
  const [episode] = film.episodes
  if (episode === undefined) throw new Error(`${source} has no episode`)
  const [smallest, ...others] = episode.tracks
  if (smallest === undefined) throw new Error(`${source} has no tracks`)
  const repetition = { from: number - 1, seconds, objects }
  const first = await repeatTrack(smallest, repetition)
  const { durations } = first
  const tracks = [first, ...(await Promise.all(others.map(track => repeatTrack(track, { ...repetition, durations }))))]
  const stored = tracks.map(({ init, segments }) => ({ init, segments }))
  return {
    ...episode,
    no: number,
    asset: toAssetId(film.id, number, stored),
    duration_s: durations.reduce((sum, duration) => sum + duration, 0),
    segment_durations: durations,
    tracks: stored
  }
}

interface Repetition {
  /** The segment to start with. */
  from: number
  seconds: number
  objects: string
  /** Of the segments of another quality, which start at the same times. */
  durations?: readonly number[]
}

const repeatTrack = async (
  track: EpisodePackage['tracks'][number],
  { from, seconds, objects, durations: given }: Repetition
) => {
  const read = (name: string) => readFile(join(source, 'objects', name))
  const init = await read(track.init)
  const media = readMediaTracks(init)
  const originals = await Promise.all(track.segments.map(async name => readMediaSamples(await read(name), media)))
  const segments: string[] = []
  const durations: number[] = []
  let soundEnd = 0
  for (let total = 0; total < seconds; total += durations.at(-1) ?? seconds) {
    const pictureStart = Math.round(total * (media[0]?.timescale ?? 1))
    const moved = moveTo(originals[(from + segments.length) % originals.length] ?? [], [pictureStart, soundEnd])
    soundEnd = endOf(moved[1])
    durations.push(given?.[segments.length] ?? computePictureSeconds(moved))
    segments.push(await storeObject(objects, writeCmafChunks(moved), 'm4s'))
  }
  return { init: await storeObject(objects, init, 'mp4'), segments, durations }
}

/** Leaves out sound that starts after the picture ends and repeats what is missing, so that the two stay together. */
const moveTo = (
  [picture, sound]: readonly MediaTrackSamples[],
  [pictureStart, soundStart]: readonly [number, number]
): [MediaTrackSamples, MediaTrackSamples] => {
  if (picture === undefined || sound === undefined) throw new Error('a segment needs picture and sound')
  const movedPicture = startAt(picture, pictureStart)
  const movedSound = startAt(sound, soundStart)
  // As ffmpeg does: the sound ends before the picture by the time that pictures are decoded ahead.
  const end = toTrackSeconds(picture.track, endOf(movedPicture))
  const samples = movedSound.samples.filter(({ time }) => toTrackSeconds(sound.track, time) < end)
  for (let last = samples.at(-1); last; last = samples.at(-1)) {
    const time = last.time + last.duration
    if (toTrackSeconds(sound.track, time) >= end) break
    samples.push({ ...last, time })
  }
  return [movedPicture, { ...movedSound, samples }]
}

const startAt = ({ track, samples }: MediaTrackSamples, start: number): MediaTrackSamples => {
  const [first] = samples
  return { track, samples: samples.map(sample => ({ ...sample, time: sample.time - (first?.time ?? 0) + start })) }
}

const endOf = ({ samples }: MediaTrackSamples): number => {
  const last = samples.at(-1)
  return last === undefined ? 0 : last.time + last.duration
}
