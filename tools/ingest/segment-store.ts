import { computePictureSeconds, findCmafChunkProblem, splitIntoCmafChunks } from './cmaf-chunks.js'
import { IngestFailure } from './failure.js'
import { readMediaSamples, readMediaTracks } from './media-samples.js'
import { findMp4Boxes, readMp4Boxes } from './mp4-boxes.js'
import { storeObject } from './objects.js'

/** Half a segment. RFC 8216, 4.3.4.2, measures a bit rate over no less. */
const MIN_RATED_S = 1
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
  const tracks = readMediaTracks(init)
  const ends = new Map<number, number>()
  let bandwidth = 0

  const check = (segment: Buffer) => {
    const problem = findCmafChunkProblem(segment, tracks, ends)
    if (problem !== undefined) throw new IngestFailure(problem)
  }

  return {
    init: await storeObject(folder, init, 'mp4'),
    async add(segment, seconds) {
      if (findMp4Boxes(segment, readMp4Boxes(segment), 'moof').length > 1) check(segment)
      const chunked = splitIntoCmafChunks(segment, tracks)
      check(chunked)
      const samples = readMediaSamples(chunked, tracks)
      const length = computePictureSeconds(samples)
      if (length > seconds + LENGTH_TOLERANCE_S)
        throw new IngestFailure(`${length.toFixed(2)} s long, but listed with ${seconds} s`)
      for (const { track, samples: own } of samples) {
        const last = own.at(-1)
        if (last) ends.set(track.id, last.time + last.duration)
      }
      bandwidth = Math.max(bandwidth, Math.ceil((chunked.length * 8) / Math.max(seconds, MIN_RATED_S)))
      return storeObject(folder, chunked, 'm4s')
    },
    bandwidth: () => bandwidth
  }
}
