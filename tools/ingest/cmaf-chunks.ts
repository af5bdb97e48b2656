// Splits segments into CMAF chunks (ISO/IEC 23000-19), so that a player can show the start of a segment before its end
// has arrived. The sound of a chunk comes before its picture, because a player needs both and sound is small.
import { IngestFailure } from './failure.js'
import { readSamples, type Sample, type Track, type TrackSamples } from './media-samples.js'
import { childrenOf, findBoxes, readBoxes, uint32s, writeBox } from './mp4-boxes.js'

export const MAX_CHUNK_S = 0.5
/** Seconds by which sound frames may exceed a chunk: one frame of 1024 samples at 22.05 kHz. */
const SOUND_FRAME_S = 0.05
/** Ticks of the two tracks are rounded differently. */
const ROUNDING_S = 0.001

const secondsOf = ({ timescale, editStart }: Track, ticks: number): number => (ticks - editStart) / timescale

/** Seconds of picture in a segment. */
export const pictureSeconds = ([picture]: readonly TrackSamples[]): number =>
  picture === undefined ? 0 : picture.samples.reduce((sum, { duration }) => sum + duration, 0) / picture.track.timescale

/**
 * Returns the segment in chunks of at most half a second, each with picture and sound of the same time. Samples do not
 * change. Throws IngestFailure if the segment has no picture or no sound.
 */
export const splitIntoChunks = (segment: Buffer, tracks: readonly Track[]): Buffer => {
  const all = readSamples(segment, tracks)
  for (const { track, samples } of all)
    if (samples.length === 0) throw new IngestFailure(`a segment has no ${track.kind}`)
  const styp = findBoxes(segment, readBoxes(segment), 'styp').map(({ start, end }) => segment.subarray(start, end))
  const chunks = groupByTime(all).map(writeChunk)
  return Buffer.concat([...styp, ...chunks])
}

const isShortEnough = ({ track, samples }: TrackSamples): boolean => {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined) return false
  const tolerance = track.kind === 'sound' ? SOUND_FRAME_S : ROUNDING_S
  // One picture may last longer than a chunk.
  return samples.length === 1 || (last.time + last.duration - first.time) / track.timescale <= MAX_CHUNK_S + tolerance
}

/** Groups samples by equal parts of the segment's time, in as few chunks as are short enough. */
const groupByTime = (all: readonly TrackSamples[]): TrackSamples[][] => {
  const least = Math.max(1, Math.ceil(pictureSeconds(all) / MAX_CHUNK_S - 0.01))
  const more = Array.from({ length: least + 1 }, (_, step) => least + step)
  const fewer = Array.from({ length: least - 1 }, (_, step) => least - 1 - step)
  for (const count of [...more, ...fewer]) {
    const chunks = cut(all, count)
    if (chunks.flat().every(isShortEnough)) return chunks
  }
  return cut(all, 1)
}

const cut = (all: readonly TrackSamples[], count: number): TrackSamples[][] => {
  const [picture] = all
  const start = picture?.samples[0] ? secondsOf(picture.track, picture.samples[0].time) : 0
  const chunkSeconds = pictureSeconds(all) / count
  const indexOf = (track: Track, { time }: Sample) =>
    Math.min(count - 1, Math.max(0, Math.floor((secondsOf(track, time) - start + ROUNDING_S) / chunkSeconds)))
  return Array.from({ length: count }, (_, index) =>
    all.map(({ track, samples }) => ({ track, samples: samples.filter(sample => indexOf(track, sample) === index) }))
  )
}

const writeChunk = (chunk: readonly TrackSamples[]): Buffer => {
  const inFileOrder = [...chunk].reverse()
  const [picture] = chunk
  // By time, so that the numbers rise over segments and a second split gives the same bytes.
  const sequence = Math.floor(((picture?.samples[0]?.time ?? 0) / (picture?.track.timescale ?? 1)) * 10) + 1
  const writeMoof = (dataStart: number) => {
    let position = dataStart
    const positions = new Map<Track, number>()
    for (const { track, samples } of inFileOrder) {
      positions.set(track, position)
      position += samples.reduce((sum, { size }) => sum + size, 0)
    }
    const trafs = chunk.map(part => writeTraf(part, positions.get(part.track) ?? 0))
    return writeBox('moof', writeBox('mfhd', uint32s(0, sequence)), ...trafs)
  }
  const { length } = writeMoof(0)
  const data = inFileOrder.flatMap(({ samples }) => samples.map(({ bytes }) => bytes))
  return Buffer.concat([writeMoof(length + 8), writeBox('mdat', ...data)])
}

const writeTraf = ({ track, samples }: TrackSamples, dataPosition: number): Buffer => {
  const [first, second = first] = samples
  if (first === undefined || second === undefined) throw new IngestFailure(`a chunk has no ${track.kind}`)
  const isSameDuration = samples.every(({ duration }) => duration === first.duration)
  const isSameFlags = samples.slice(1).every(({ flags }) => flags === second.flags)
  const isSameOffset = samples.every(({ compositionOffset }) => compositionOffset === 0)
  const hasFirstFlags = isSameFlags && first.flags !== second.flags
  const fields = [
    [0x100, !isSameDuration, ({ duration }: Sample) => duration],
    [0x200, true, ({ size }: Sample) => size],
    [0x400, !isSameFlags, ({ flags }: Sample) => flags],
    [0x800, !isSameOffset, ({ compositionOffset }: Sample) => compositionOffset]
  ] as const
  const used = fields.filter(([, isUsed]) => isUsed)
  // Version 1, because offsets may be negative. The data position is relative to the moof box.
  const runFlags = used.reduce((sum, [flag]) => sum | flag, 0x0100_0001 | (hasFirstFlags ? 0x4 : 0))
  const rows = samples.map(sample => uint32s(...used.map(([, , read]) => read(sample))))
  return writeBox(
    'traf',
    writeBox('tfhd', uint32s(0x02_0028, track.id, first.duration, second.flags)),
    writeBox('tfdt', uint32s(0x0100_0000, Math.floor(first.time / 2 ** 32), first.time)),
    writeBox('trun', uint32s(runFlags, samples.length, dataPosition, ...(hasFirstFlags ? [first.flags] : [])), ...rows)
  )
}

/**
 * Says what is wrong with the chunks of a segment whose first samples follow `ends`, by track id in ticks. Undefined if
 * each chunk has picture and sound, is at most half a second long and begins where the one before ended.
 */
export const findChunkProblem = (
  segment: Buffer,
  tracks: readonly Track[],
  ends: ReadonlyMap<number, number> = new Map()
): string | undefined => {
  const boxes = readBoxes(segment)
  const expected = new Map(ends)
  for (const [index, moof] of findBoxes(segment, boxes, 'moof').entries()) {
    const mdat = boxes.find(({ start }) => start === moof.end)
    if (mdat?.type !== 'mdat') return `chunk ${index + 1} has no data`
    const present = findBoxes(segment, childrenOf(segment, moof), 'traf', 'tfhd').map(({ body }) =>
      segment.readUInt32BE(body + 4)
    )
    const chunk = Buffer.concat([segment.subarray(moof.start, mdat.end)])
    for (const { track, samples } of readSamples(chunk, tracks)) {
      const name = `chunk ${index + 1}`
      const [first] = samples
      if (first === undefined || !present.includes(track.id)) return `${name} has no ${track.kind}`
      const before = expected.get(track.id)
      if (before !== undefined && first.time < before) return `${name} overlaps the one before (${track.kind})`
      const end = samples.reduce((time, { duration }) => time + duration, first.time)
      if (!isShortEnough({ track, samples })) {
        const seconds = ((end - first.time) / track.timescale).toFixed(2)
        return `${name} has ${seconds} s of ${track.kind}, more than ${MAX_CHUNK_S} s`
      }
      expected.set(track.id, end)
    }
  }
  return undefined
}
