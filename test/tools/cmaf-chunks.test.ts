import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findChunkProblem, splitIntoChunks } from '../../tools/ingest/cmaf-chunks.js'
import { readSamples, readTracks } from '../../tools/ingest/media-samples.js'
import { findBoxes, readBoxes } from '../../tools/ingest/mp4-boxes.js'
import { createSegmentStore } from '../../tools/ingest/segment-store.js'
import { makeFolder, wholeSegments } from './fake-ffmpeg.js'

const init = readFileSync(wholeSegments.init)
const tracks = readTracks(init)
const [first, second] = [readFileSync(wholeSegments.first), readFileSync(wholeSegments.second)]

const describeSamples = (segment: Buffer) =>
  readSamples(segment, tracks).map(({ track, samples }) => ({
    kind: track.kind,
    samples: samples.map(({ bytes, ...sample }) => ({ ...sample, bytes: bytes.toString('hex') }))
  }))

/** Gives the sound of the fragment `index` to a track that does not exist. */
function removeSound(segment: Buffer, index: number): Buffer {
  const changed = Buffer.from(segment)
  const moof = findBoxes(changed, readBoxes(changed), 'moof')[index]
  const headers = moof ? findBoxes(changed, readBoxes(changed, moof.body, moof.end), 'traf', 'tfhd') : []
  const sound = headers.find(({ body }) => changed.readUInt32BE(body + 4) === tracks[1]?.id)
  changed.writeUInt32BE(9, (sound?.body ?? 0) + 4)
  return changed
}

describe('a segment in chunks', () => {
  test.each([
    ['first', first],
    ['second', second]
  ])('keeps its samples: the %s', (_name, segment) => {
    const chunked = splitIntoChunks(segment, tracks)
    expect(describeSamples(chunked)).toEqual(describeSamples(segment))
    expect(findChunkProblem(chunked, tracks)).toBeUndefined()
    expect(findBoxes(chunked, readBoxes(chunked), 'moof')).toHaveLength(4)
    expect(splitIntoChunks(chunked, tracks).equals(chunked)).toBe(true)
  })

  test('has sound and picture of the same half second in each, the sound first', () => {
    const chunked = splitIntoChunks(second, tracks)
    const boxes = readBoxes(chunked).filter(({ type }) => type !== 'styp')
    const starts: number[] = []
    for (let index = 0; index < boxes.length; index += 2) {
      const [moof, mdat] = boxes.slice(index, index + 2)
      const chunk = chunked.subarray(moof?.start, mdat?.end)
      const times = readSamples(chunk, tracks).map(
        ({ track, samples }) => ((samples[0]?.time ?? 0) - track.editStart) / track.timescale
      )
      const [picture = 0, sound = 0] = times
      expect(Math.abs(picture - sound)).toBeLessThan(0.05)
      starts.push(picture)
      const sounds = readSamples(chunk, tracks)[1]?.samples ?? []
      expect(sounds[0]?.bytes.equals(chunked.subarray(mdat?.body, (mdat?.body ?? 0) + (sounds[0]?.size ?? 0)))).toBe(
        true
      )
    }
    expect(starts.map(start => Math.round((start - (starts[0] ?? 0)) * 1000))).toEqual([0, 500, 1000, 1500])
  })
})

describe('is refused in one line', () => {
  const add = async (...added: (readonly [Buffer, number])[]) => {
    const store = await createSegmentStore(await makeFolder(), init)
    for (const [segment, seconds] of added) await store.add(segment, seconds)
  }

  test('a segment without sound, and a chunk without it', async () => {
    await expect(add([removeSound(first, 0), 2])).rejects.toThrow('a segment has no sound')
    await expect(add([removeSound(splitIntoChunks(first, tracks), 1), 2])).rejects.toThrow('chunk 2 has no sound')
  })

  test('a segment that is longer than its playlist says', async () => {
    await expect(add([first, 1.5])).rejects.toThrow('2.00 s long, but listed with 1.5 s')
  })

  test('a segment that overlaps the one before', async () => {
    await expect(add([first, 2], [second, 2], [second, 2])).rejects.toThrow('chunk 1 overlaps the one before (picture)')
  })

  test('half a segment', async () => {
    await expect(add([first.subarray(0, first.length - 100), 2])).rejects.toThrow('a box is cut off')
  })

  test('an initialisation segment without a sound track', async () => {
    const silent = Buffer.from(init)
    silent.write('text', silent.indexOf('soun'))
    await expect(createSegmentStore(await makeFolder(), silent)).rejects.toThrow('one picture and one sound track')
  })
})
