// Reads the samples of fMP4 segments with one video and one audio track.
import { IngestFailure } from './failure.js'
import { findMp4Boxes, type Mp4Box, readMp4Boxes, readMp4ChildBoxes, requireMp4Box } from './mp4-boxes.js'

export interface MediaTrack {
  readonly id: number
  readonly kind: 'picture' | 'sound'
  /** Ticks per second. */
  readonly timescale: number
  /** Decode time of what is presented at zero, in ticks. */
  readonly editStart: number
  readonly defaults: SampleDefaults
}

interface SampleDefaults {
  readonly duration: number
  readonly size: number
  readonly flags: number
}

/** Seconds since the start of the episode. */
export const toTrackSeconds = ({ timescale, editStart }: MediaTrack, ticks: number): number =>
  (ticks - editStart) / timescale

/** `time`, `duration` and `compositionOffset` are in ticks of the track. */
export interface MediaSample extends SampleDefaults {
  readonly time: number
  readonly compositionOffset: number
  readonly bytes: Buffer
}

export interface MediaTrackSamples {
  readonly track: MediaTrack
  readonly samples: readonly MediaSample[]
}

const kinds: Readonly<Record<string, MediaTrack['kind']>> = { vide: 'picture', soun: 'sound' }

/** Reads the tracks from an initialisation segment, the picture first. */
export const readMediaTracks = (init: Buffer): readonly MediaTrack[] => {
  const moov = requireMp4Box(init, readMp4Boxes(init), 'moov')
  const defaults = new Map(
    findMp4Boxes(init, readMp4ChildBoxes(init, moov), 'mvex', 'trex').map(({ body }) => [
      init.readUInt32BE(body + 4),
      {
        duration: init.readUInt32BE(body + 12),
        size: init.readUInt32BE(body + 16),
        flags: init.readUInt32BE(body + 20)
      }
    ])
  )
  const tracks = findMp4Boxes(init, readMp4ChildBoxes(init, moov), 'trak').flatMap(trak => {
    const boxes = readMp4ChildBoxes(init, trak)
    const hdlr = requireMp4Box(init, boxes, 'mdia', 'hdlr')
    const kind = kinds[init.toString('latin1', hdlr.body + 8, hdlr.body + 12)]
    const tkhd = requireMp4Box(init, boxes, 'tkhd')
    const id = init.readUInt32BE(tkhd.body + (isVersion1(init, tkhd) ? 20 : 12))
    const mdhd = requireMp4Box(init, boxes, 'mdia', 'mdhd')
    const timescale = init.readUInt32BE(mdhd.body + (isVersion1(init, mdhd) ? 20 : 12))
    const trackDefaults = defaults.get(id) ?? { duration: 0, size: 0, flags: 0 }
    return kind ? [{ id, kind, timescale, editStart: readEditStart(init, boxes), defaults: trackDefaults }] : []
  })
  const ordered = (['picture', 'sound'] as const).flatMap(kind => tracks.filter(track => track.kind === kind))
  if (ordered.map(({ kind }) => kind).join() !== 'picture,sound')
    throw new IngestFailure('the init segment does not have one picture and one sound track')
  return ordered
}

const isVersion1 = (bytes: Buffer, { body }: Mp4Box): boolean => bytes[body] === 1

const readEditStart = (init: Buffer, trak: readonly Mp4Box[]): number => {
  const elst = findMp4Boxes(init, trak, 'edts', 'elst').at(-1)
  if (elst === undefined) return 0
  const last = elst.end - (isVersion1(init, elst) ? 20 : 12)
  return Math.max(0, isVersion1(init, elst) ? Number(init.readBigInt64BE(last + 8)) : init.readInt32BE(last + 4))
}

/** Samples of each track in decode order. */
export const readMediaSamples = (segment: Buffer, tracks: readonly MediaTrack[]): readonly MediaTrackSamples[] => {
  const fragments = findMp4Boxes(segment, readMp4Boxes(segment), 'moof')
  return tracks.map(track => ({
    track,
    samples: fragments.flatMap(moof =>
      findMp4Boxes(segment, readMp4ChildBoxes(segment, moof), 'traf').flatMap(traf =>
        readRun(segment, moof, traf, track)
      )
    )
  }))
}

const HAS_BASE_OFFSET = 0x1
const HAS_DESCRIPTION = 0x2
const HAS_DURATION = 0x8
const HAS_SIZE = 0x10
const HAS_FLAGS = 0x20

const readRun = (segment: Buffer, moof: Mp4Box, traf: Mp4Box, track: MediaTrack): MediaSample[] => {
  const boxes = readMp4ChildBoxes(segment, traf)
  const tfhd = requireMp4Box(segment, boxes, 'tfhd')
  const header = createReader(segment, tfhd.body)
  const flags = header.uint32() & 0xffffff
  if (header.uint32() !== track.id) return []
  if (flags & HAS_BASE_OFFSET) throw new IngestFailure('a segment has absolute positions')
  if (flags & HAS_DESCRIPTION) header.uint32()
  const defaults = {
    duration: flags & HAS_DURATION ? header.uint32() : track.defaults.duration,
    size: flags & HAS_SIZE ? header.uint32() : track.defaults.size,
    flags: flags & HAS_FLAGS ? header.uint32() : track.defaults.flags
  }
  const tfdt = requireMp4Box(segment, boxes, 'tfdt')
  let time = isVersion1(segment, tfdt)
    ? Number(segment.readBigUInt64BE(tfdt.body + 4))
    : segment.readUInt32BE(tfdt.body + 4)
  let position = moof.start
  return findMp4Boxes(segment, boxes, 'trun').flatMap(trun => {
    const run = createReader(segment, trun.body)
    const runFlags = run.uint32() & 0xffffff
    const count = run.uint32()
    if (runFlags & 0x1) position = moof.start + run.int32()
    const firstFlags = runFlags & 0x4 ? run.uint32() : undefined
    return Array.from({ length: count }, (_, index): MediaSample => {
      const duration = runFlags & 0x100 ? run.uint32() : defaults.duration
      const size = runFlags & 0x200 ? run.uint32() : defaults.size
      const ownFlags = runFlags & 0x400 ? run.uint32() : undefined
      const compositionOffset = runFlags & 0x800 ? run.int32() : 0
      const sample = {
        time,
        duration,
        size,
        flags: ownFlags ?? (index === 0 ? firstFlags : undefined) ?? defaults.flags,
        compositionOffset,
        bytes: segment.subarray(position, position + size)
      }
      if (sample.bytes.length !== size) throw new IngestFailure('a sample is cut off')
      time += duration
      position += size
      return sample
    })
  })
}

const createReader = (bytes: Buffer, from: number) => {
  let position = from
  const advance = () => {
    position += 4
    return position - 4
  }
  return { uint32: () => bytes.readUInt32BE(advance()), int32: () => bytes.readInt32BE(advance()) }
}
