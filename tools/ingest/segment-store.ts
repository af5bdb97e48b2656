import { findChunkProblem, pictureSeconds, splitIntoChunks } from './cmaf-chunks.js'
import { IngestFailure } from './failure.js'
import { readSamples, readTracks } from './media-samples.js'
import { findBoxes, readBoxes } from './mp4-boxes.js'
import { storeObject } from './objects.js'

/** Difference between told and real length that rounding can cause. */
const LENGTH_TOLERANCE_S = 0.1

export interface SegmentStore {
  /** Name of the initialisation segment. */
  readonly init: string
  /** Stores the next segment in chunks and returns its name. `seconds` is its length in the playlist. */
  add(segment: Buffer, seconds: number): Promise<string>
  /** The highest bit rate of a segment, in bit/s. */
  bandwidth(): number
}

/** Stores the segments of one quality of an episode, in order. `add` throws IngestFailure for a segment with a fault. */
export const createSegmentStore = async (folder: string, init: Buffer): Promise<SegmentStore> => {
  const tracks = readTracks(init)
  const ends = new Map<number, number>()
  let bandwidth = 0

  const check = (segment: Buffer) => {
    const problem = findChunkProblem(segment, tracks, ends)
    if (problem !== undefined) throw new IngestFailure(problem)
  }

  return {
    init: await storeObject(folder, init, 'mp4'),
    async add(segment, seconds) {
      if (findBoxes(segment, readBoxes(segment), 'moof').length > 1) check(segment)
      const chunked = splitIntoChunks(segment, tracks)
      check(chunked)
      const samples = readSamples(chunked, tracks)
      const length = pictureSeconds(samples)
      if (length > seconds + LENGTH_TOLERANCE_S)
        throw new IngestFailure(`${length.toFixed(2)} s long, but listed with ${seconds} s`)
      for (const { track, samples: own } of samples) {
        const last = own.at(-1)
        if (last) ends.set(track.id, last.time + last.duration)
      }
      bandwidth = Math.max(bandwidth, Math.ceil((chunked.length * 8) / seconds))
      return storeObject(folder, chunked, 'm4s')
    },
    bandwidth: () => bandwidth
  }
}
