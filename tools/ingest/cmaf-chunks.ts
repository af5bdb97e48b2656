// Splits segments into CMAF chunks (ISO/IEC 23000-19), so that a player can show the start of a segment before its end
// has arrived. The sound of a chunk comes before its picture, because a player needs both and sound is small.
import { IngestFailure } from './failure.js'
import {
  type MediaSample,
  type MediaTrack,
  type MediaTrackSamples,
  readMediaSamples,
  toTrackSeconds
} from './media-samples.js'
import { findMp4Boxes, readMp4Boxes, toUint32Bytes, writeMp4Box } from './mp4-boxes.js'

export const MAX_CHUNK_S = 0.5
/** Length of the first chunk, because the first frame waits for it and a key frame is large. */
const FIRST_CHUNK_S = 0.17
/** Seconds by which sound frames may exceed a chunk: one frame of 1024 samples at 22.05 kHz. */
const SOUND_FRAME_S = 0.05
/** Ticks of the two tracks are rounded differently. */
const ROUNDING_S = 0.001

/** Seconds of picture in a segment. */
export const computePictureSeconds = ([picture]: readonly MediaTrackSamples[]): number =>
  picture === undefined ? 0 : lengthOf(picture)

/**
 * Returns the segment in a short chunk and others of at most half a second, each with picture and sound of the same time. Samples do not
 * change. Throws IngestFailure if the segment has no picture or no sound.
 */
export const splitIntoCmafChunks = (segment: Buffer, tracks: readonly MediaTrack[]): Buffer => {
  const all = readMediaSamples(segment, tracks)
  for (const { track, samples } of all)
    if (samples.length === 0) throw new IngestFailure(`a segment has no ${track.kind}`)
  const styp = findMp4Boxes(segment, readMp4Boxes(segment), 'styp').map(({ start, end }) =>
    segment.subarray(start, end)
  )
  return Buffer.concat([...styp, writeCmafChunks(all)])
}

/** Writes samples of the same time, the picture first in the list, in chunks of at most half a second. */
export const writeCmafChunks = (all: readonly MediaTrackSamples[]): Buffer =>
  Buffer.concat(groupByTime(all).map(writeChunk))

const ticksOf = ({ samples }: MediaTrackSamples): number => samples.reduce((sum, { duration }) => sum + duration, 0)

const lengthOf = (part: MediaTrackSamples): number => ticksOf(part) / part.track.timescale

/** The longest length of each track of a chunk, in seconds. */
const maxLengths = (chunk: readonly MediaTrackSamples[], isLast: boolean): Record<MediaTrack['kind'], number> => {
  const [picture] = chunk
  // One picture may last longer than half a second.
  const pictureLimit = picture?.samples.length === 1 ? lengthOf(picture) : MAX_CHUNK_S
  // The sound of an episode may last longer than its picture.
  const soundLimit = isLast ? Number.POSITIVE_INFINITY : pictureLimit + SOUND_FRAME_S
  return { picture: pictureLimit + ROUNDING_S, sound: soundLimit }
}

/** A short chunk, then as few as possible of equal numbers of pictures. Each has the sound of the same time. */
const groupByTime = (all: readonly MediaTrackSamples[]): MediaTrackSamples[][] => {
  const [picture, ...others] = all
  if (picture === undefined) return []
  const { track, samples } = picture
  const longest = Math.max(...samples.map(({ duration }) => duration)) / track.timescale
  const countIn = (seconds: number) => Math.max(1, Math.floor((seconds + ROUNDING_S) / longest))
  const firstCount = countIn(FIRST_CHUNK_S)
  const rest = samples.slice(firstCount)
  const size = Math.ceil(rest.length / Math.ceil(rest.length / countIn(MAX_CHUNK_S)))
  const groups = [
    samples.slice(0, firstCount),
    ...Array.from({ length: Math.ceil(rest.length / size) || 0 }, (_, index) =>
      rest.slice(index * size, (index + 1) * size)
    )
  ]
  const starts = soundStarts(groups, picture, others).map(start => start - ROUNDING_S)
  const indexAt = (seconds: number) =>
    Math.max(
      0,
      starts.findLastIndex(start => start <= seconds)
    )
  return groups.map((pictures, index) => [
    { track, samples: pictures },
    ...others.map(other => ({
      track: other.track,
      samples: other.samples.filter(({ time }) => indexAt(toTrackSeconds(other.track, time)) === index)
    }))
  ])
}

/** Seconds at which the sound of each group of pictures starts. */
const soundStarts = (
  groups: readonly (readonly MediaSample[])[],
  picture: MediaTrackSamples,
  [sound]: readonly MediaTrackSamples[]
): number[] => {
  const pictureStarts = groups.map(([first]) => toTrackSeconds(picture.track, first?.time ?? 0))
  const [start = 0] = pictureStarts
  const soundStart = sound?.samples[0] === undefined ? start : toTrackSeconds(sound.track, sound.samples[0].time)
  if (sound === undefined || soundStart - start < SOUND_FRAME_S) return pictureStarts
  // The first pictures of an episode are decoded up to two pictures earlier than they are shown and its sound starts.
  const stretch = Math.min(1, lengthOf(sound) / lengthOf(picture))
  return pictureStarts.map(seconds => soundStart + (seconds - start) * stretch)
}

const writeChunk = (chunk: readonly MediaTrackSamples[]): Buffer => {
  const inFileOrder = [...chunk].reverse()
  const [picture] = chunk
  // By time, so that the numbers rise over segments and a second split gives the same bytes.
  const sequence = Math.floor(((picture?.samples[0]?.time ?? 0) / (picture?.track.timescale ?? 1)) * 10) + 1
  const writeMoof = (dataStart: number) => {
    let position = dataStart
    const positions = new Map<MediaTrack, number>()
    for (const { track, samples } of inFileOrder) {
      positions.set(track, position)
      position += samples.reduce((sum, { size }) => sum + size, 0)
    }
    const trafs = chunk.map(part => writeTraf(part, positions.get(part.track) ?? 0))
    return writeMp4Box('moof', writeMp4Box('mfhd', toUint32Bytes(0, sequence)), ...trafs)
  }
  const { length } = writeMoof(0)
  const data = inFileOrder.flatMap(({ samples }) => samples.map(({ bytes }) => bytes))
  return Buffer.concat([writeMoof(length + 8), writeMp4Box('mdat', ...data)])
}

const writeTraf = ({ track, samples }: MediaTrackSamples, dataPosition: number): Buffer => {
  const [first, second = first] = samples
  if (first === undefined || second === undefined) throw new IngestFailure(`a chunk has no ${track.kind}`)
  const isSameDuration = samples.every(({ duration }) => duration === first.duration)
  const isSameFlags = samples.slice(1).every(({ flags }) => flags === second.flags)
  const hasOffsets = samples.some(({ compositionOffset }) => compositionOffset !== 0)
  const hasFirstFlags = isSameFlags && first.flags !== second.flags
  const fields = [
    [0x100, !isSameDuration, ({ duration }: MediaSample) => duration],
    [0x200, true, ({ size }: MediaSample) => size],
    [0x400, !isSameFlags, ({ flags }: MediaSample) => flags],
    [0x800, hasOffsets, ({ compositionOffset }: MediaSample) => compositionOffset]
  ] as const
  const used = fields.filter(([, isUsed]) => isUsed)
  // Version 1, because offsets may be negative. The data position is relative to the moof box.
  const runFlags = used.reduce((sum, [flag]) => sum | flag, 0x0100_0001 | (hasFirstFlags ? 0x4 : 0))
  const rows = samples.map(sample => toUint32Bytes(...used.map(([, , read]) => read(sample))))
  return writeMp4Box(
    'traf',
    writeMp4Box('tfhd', toUint32Bytes(0x02_0028, track.id, first.duration, second.flags)),
    writeMp4Box('tfdt', toUint32Bytes(0x0100_0000, Math.floor(first.time / 2 ** 32), first.time)),
    writeMp4Box(
      'trun',
      toUint32Bytes(runFlags, samples.length, dataPosition, ...(hasFirstFlags ? [first.flags] : [])),
      ...rows
    )
  )
}

/**
 * Says what is wrong with the chunks of a segment whose first samples follow `ends`, by track id in ticks. Undefined if
 * each chunk has picture and sound, is at most half a second long and begins where the one before ended.
 */
export const findCmafChunkProblem = (
  segment: Buffer,
  tracks: readonly MediaTrack[],
  ends: ReadonlyMap<number, number> = new Map()
): string | undefined => {
  const boxes = readMp4Boxes(segment)
  const expected = new Map(ends)
  const fragments = findMp4Boxes(segment, boxes, 'moof')
  for (const [index, moof] of fragments.entries()) {
    const name = `chunk ${index + 1}`
    const mdat = boxes.find(({ start }) => start === moof.end)
    if (mdat?.type !== 'mdat') return `${name} has no data`
    const chunk = readMediaSamples(segment.subarray(moof.start, mdat.end), tracks)
    const limits = maxLengths(chunk, index === fragments.length - 1)
    for (const part of chunk) {
      const { track, samples } = part
      const [first] = samples
      if (first === undefined) return `${name} has no ${track.kind}`
      const before = expected.get(track.id)
      if (before !== undefined && first.time < before) return `${name} overlaps the one before (${track.kind})`
      const seconds = lengthOf(part)
      if (seconds > limits[track.kind])
        return `${name} has ${seconds.toFixed(2)} s of ${track.kind}, more than ${MAX_CHUNK_S} s`
      expected.set(track.id, first.time + ticksOf(part))
    }
  }
  return undefined
}
