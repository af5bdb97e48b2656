import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { srtToVtt, toVtt } from '../../tools/ingest/captions.js'
import { slugOf } from '../../tools/ingest/description.js'
import { areWindowsIndependent } from '../../tools/ingest/encode-windows.js'
import { toNormalRate } from '../../tools/ingest/probe.js'
import { createStagingFolder, finishInterrupted, publish } from '../../tools/ingest/publish.js'
import { fitFilter, isEnlarged, qualitiesFor, qualityLevels, segmentFrames } from '../../tools/ingest/quality-ladder.js'
import { naturalSort } from '../../tools/ingest/source-folder.js'
import { parseSegmentList } from '../../tools/ingest/store-track.js'
import { makeFolder } from './fake-ffmpeg.js'

const source = (width: number, height: number) => ({
  path: '/a.mp4',
  width,
  height,
  rate: { num: 24, den: 1 },
  seconds: 10,
  hasAudio: true
})

test('names sort as people count', () => {
  expect(naturalSort(['10.mp4', '002.mp4', '1.mov', 'ep 11.mp4', 'ep 9.mp4'])).toEqual([
    '1.mov',
    '002.mp4',
    '10.mp4',
    'ep 9.mp4',
    'ep 11.mp4'
  ])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9999)), numbers => {
      const names = naturalSort(numbers.map(number => `${number}.mp4`))
      expect(names.map(name => Number.parseInt(name, 10))).toEqual([...numbers].sort((a, b) => a - b))
    })
  )
})

describe('captions', () => {
  test('SubRip becomes WebVTT', () => {
    const srt =
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<font color="red">Olá,</font>\r\n<i>mundo</i>\r\n\r\n2\r\n1:00:03,000 --> 1:00:04,000\r\nFim\r\n'
    expect(srtToVtt(srt, 'a.srt')).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nOlá,\n<i>mundo</i>\n\n01:00:03.000 --> 01:00:04.000\nFim\n'
    )
  })

  test('WebVTT passes with plain line ends; anything else is refused by name', () => {
    const vtt = 'WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nOi\r\n'
    expect(toVtt(vtt, 'a.vtt')).toBe('WEBVTT\n\n00:01.000 --> 00:02.000\nOi\n')
    expect(() => toVtt('<html>', 'a.vtt')).toThrow('a.vtt: does not begin with WEBVTT')
    expect(() => toVtt('nothing here', 'b.srt')).toThrow('b.srt: no cues')
  })
})

describe('the qualities', () => {
  test('never larger than the sharpest source, and at least one', () => {
    expect(qualitiesFor([source(1080, 1920)])).toEqual(qualityLevels)
    expect(qualitiesFor([source(540, 960), source(360, 640)]).map(rung => rung.name)).toEqual(['360p', '540p'])
    expect(qualitiesFor([source(200, 356)]).map(rung => rung.name)).toEqual(['360p'])
    expect(isEnlarged(source(200, 356), qualitiesFor([source(200, 356)]))).toBe(true)
    expect(isEnlarged(source(720, 1280), qualityLevels)).toBe(false)
  })

  test('nearly upright pictures are cropped, others get bars', () => {
    const [small] = qualitiesFor([source(720, 1280)])
    if (small === undefined) throw new Error('no quality')
    expect(fitFilter(source(720, 1200), small)).toContain('crop=360:640')
    expect(fitFilter(source(1920, 1080), small)).toContain('pad=360:640')
  })

  test('segments have whole frames of about two seconds, at most 32 a second', () => {
    expect(segmentFrames({ ...source(1, 1), rate: toNormalRate('30000/1001') })).toBe(60)
    expect(toNormalRate('60/1')).toEqual({ num: 60, den: 2 })
    expect(toNormalRate('0/0')).toEqual({ num: 24, den: 1 })
  })
})

test('a playlist is read as ffmpeg writes it', () => {
  expect(
    parseSegmentList('#EXTM3U\n#EXTINF:2.002000,\n/tmp/x/seg-0.m4s\n#EXTINF:1,\nseg-1.m4s\n#EXT-X-ENDLIST')
  ).toEqual([
    { file: 'seg-0.m4s', seconds: 2.002 },
    { file: 'seg-1.m4s', seconds: 1 }
  ])
})

test('slugs are plain, whatever the title is written in', () => {
  expect(slugOf('A Noiva  do Inverno!')).toBe('a-noiva-do-inverno')
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), name => {
      expect(slugOf(name)).toMatch(/^[a-z0-9-]{1,64}$/)
    })
  )
})

test('packets are told apart without decoding only where every window begins with its key frame', () => {
  const packets = (keys: readonly number[], order: readonly number[]) =>
    order.map((frame, at) => ({ frame, isKey: keys.includes(at), hash: String(frame) }))
  expect(areWindowsIndependent(packets([0, 4], [0, 2, 1, 3, 4, 6, 5, 7]), 4)).toBe(true)
  expect(areWindowsIndependent(packets([0], [0, 1, 2, 3, 4, 5, 6, 7]), 4)).toBe(false)
  expect(areWindowsIndependent(packets([0, 4], [0, 1, 2, 4, 3, 5, 6, 7]), 4)).toBe(false)
  expect(areWindowsIndependent(packets([0, 4], [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]), 4)).toBe(false)
})

test('a run cut down between the two renames is mended by the next', async () => {
  const out = await makeFolder()
  await mkdir(path.join(out, '.x.old'))
  await writeFile(path.join(out, '.x.old', 'drama.json'), 'old')
  await mkdir(path.join(out, '.x.new-999999999-abc'))
  await finishInterrupted(out, 'x')
  expect(await readFile(path.join(out, 'x', 'drama.json'), 'utf8')).toBe('old')
  const stage = await createStagingFolder(out, 'x')
  await finishInterrupted(out, 'x')
  await writeFile(path.join(stage, 'drama.json'), 'new')
  await publish(stage, out, 'x')
  expect(await readFile(path.join(out, 'x', 'drama.json'), 'utf8')).toBe('new')
  expect(await readdir(out)).toEqual(['x'])
})
