import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findCmafChunkProblem, splitIntoCmafChunks } from '../../tools/ingest/cmaf-chunks.js'
import { readMediaSamples, readMediaTracks } from '../../tools/ingest/media-samples.js'
import { findMp4Boxes, readMp4Boxes } from '../../tools/ingest/mp4-boxes.js'
import { createSegmentStore } from '../../tools/ingest/segment-store.js'
import { makeFolder, wholeSegments } from './fake-ffmpeg.js'

const init = readFileSync(wholeSegments.init)
const tracks = readMediaTracks(init)
const [first, second] = [readFileSync(wholeSegments.first), readFileSync(wholeSegments.second)]

const describeSamples = (segment: Buffer) =>
  readMediaSamples(segment, tracks).map(({ track, samples }) => ({
    kind: track.kind,
    samples: samples.map(({ bytes, ...sample }) => ({ ...sample, bytes: bytes.toString('hex') }))
  }))

/** Gives the sound of the fragment `index` to a track that does not exist. */
function removeSound(segment: Buffer, index: number): Buffer {
  const changed = Buffer.from(segment)
  const moof = findMp4Boxes(changed, readMp4Boxes(changed), 'moof')[index]
  const headers = moof ? findMp4Boxes(changed, readMp4Boxes(changed, moof.body, moof.end), 'traf', 'tfhd') : []
  const sound = headers.find(({ body }) => changed.readUInt32BE(body + 4) === tracks[1]?.id)
  changed.writeUInt32BE(9, (sound?.body ?? 0) + 4)
  return changed
}

describe('a segment in chunks', () => {
  test.each([
    ['first', first],
    ['second', second]
  ])('keeps its samples: the %s', (_name, segment) => {
    const chunked = splitIntoCmafChunks(segment, tracks)
    expect(describeSamples(chunked)).toEqual(describeSamples(segment))
    expect(findCmafChunkProblem(chunked, tracks)).toBeUndefined()
    expect(findMp4Boxes(chunked, readMp4Boxes(chunked), 'moof')).toHaveLength(5)
    expect(splitIntoCmafChunks(chunked, tracks).equals(chunked)).toBe(true)
  })

  test('begins with a short chunk, and each has sound and picture of the same time, the sound first', () => {
    const chunked = splitIntoCmafChunks(second, tracks)
    const boxes = readMp4Boxes(chunked).filter(({ type }) => type !== 'styp')
    const starts: number[] = []
    for (let index = 0; index < boxes.length; index += 2) {
      const [moof, mdat] = boxes.slice(index, index + 2)
      const chunk = chunked.subarray(moof?.start, mdat?.end)
      const times = readMediaSamples(chunk, tracks).map(
        ({ track, samples }) => ((samples[0]?.time ?? 0) - track.editStart) / track.timescale
      )
      const [picture = 0, sound = 0] = times
      expect(Math.abs(picture - sound)).toBeLessThan(0.05)
      starts.push(picture)
      const sounds = readMediaSamples(chunk, tracks)[1]?.samples ?? []
      expect(sounds[0]?.bytes.equals(chunked.subarray(mdat?.body, (mdat?.body ?? 0) + (sounds[0]?.size ?? 0)))).toBe(
        true
      )
    }
    expect(starts.map(start => Math.round((start - (starts[0] ?? 0)) * 1000))).toEqual([0, 167, 625, 1083, 1542])
  })

  test.each([
    ['sound that lasts twice as long as the picture', 2, 0, 3],
    ['one picture in a second', 1 / 24, 0, 48],
    ['pictures that are decoded 0.7 s before the sound starts', 1, 0.7, 5]
  ])('is split with %s', (_name, pictureSpeed, earlier, chunkCount) => {
    const changed = tracks.map(track => {
      if (track.kind === 'sound') return track
      const timescale = track.timescale * pictureSpeed
      return { ...track, timescale, editStart: track.editStart + earlier * timescale }
    })
    const chunked = splitIntoCmafChunks(first, changed)
    expect(findCmafChunkProblem(chunked, changed)).toBeUndefined()
    expect(findMp4Boxes(chunked, readMp4Boxes(chunked), 'moof')).toHaveLength(chunkCount)
    expect(describeSamples(chunked)).toEqual(describeSamples(first))
  })
})

test('a segment shorter than a second does not raise the bit rate', async () => {
  const shortInit = Buffer.from(init)
  const movie = readMp4Boxes(shortInit)
  for (const { body } of findMp4Boxes(shortInit, movie, 'moov', 'trak', 'mdia', 'mdhd'))
    shortInit.writeUInt32BE(shortInit.readUInt32BE(body + 12) * 10, body + 12)
  const store = await createSegmentStore(await makeFolder(), shortInit)
  await store.add(first, 0.2)
  expect(store.bandwidth()).toBe(splitIntoCmafChunks(first, readMediaTracks(shortInit)).length * 8)
})

describe('is refused in one line', () => {
  const add = async (...added: (readonly [Buffer, number])[]) => {
    const store = await createSegmentStore(await makeFolder(), init)
    for (const [segment, seconds] of added) await store.add(segment, seconds)
  }

  test('a segment without sound, and a chunk without it', async () => {
    await expect(add([removeSound(first, 0), 2])).rejects.toThrow('a segment has no sound')
    await expect(add([removeSound(splitIntoCmafChunks(first, tracks), 1), 2])).rejects.toThrow('chunk 2 has no sound')
  })

  test('a chunk that is longer than half a second', () => {
    const halfSpeed = tracks.map(track => ({ ...track, timescale: track.timescale / 2 }))
    expect(findCmafChunkProblem(splitIntoCmafChunks(first, tracks), halfSpeed)).toBe(
      'chunk 2 has 0.92 s of picture, more than 0.5 s'
    )
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
