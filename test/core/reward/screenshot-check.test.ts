import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findImageProblem, IMAGE_LIMITS } from '../../../src/core/reward/screenshot-check.js'

const bytesOf = (...parts: (string | number[])[]) =>
  new Blob(
    parts.map(part => (typeof part === 'string' ? Uint8Array.from(part, c => c.charCodeAt(0)) : Uint8Array.from(part)))
  )
const word = (value: number) => [value >> 8, value & 255]
const long = (value: number) => [...word(value >>> 16), ...word(value & 0xffff)]

const png = (width: number, height: number) =>
  bytesOf('\x89PNG\r\n\x1a\n', long(13), 'IHDR', long(width), long(height), [8, 6, 0, 0, 0])
/** A JPEG with a comment segment before the frame, as cameras write it. */
const jpeg = (width: number, height: number) =>
  bytesOf(
    [0xff, 0xd8, 0xff, 0xe1],
    word(300),
    Array(298).fill(7),
    [0xff, 0xc0],
    word(17),
    [8],
    word(height),
    word(width),
    Array(20).fill(0)
  )
const webp = (width: number, height: number) => {
  const three = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]
  return bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], three(width - 1), three(height - 1))
}

test.each([
  ['png', png],
  ['jpeg', jpeg],
  ['webp', webp]
])('a %s is measured before it is sent', async (_kind, make) => {
  expect(await findImageProblem(make(1080, 2400))).toBe(undefined)
  expect(await findImageProblem(make(320, 320))).toBe(undefined)
  expect(await findImageProblem(make(319, 2400))).toBe('dimensions')
  expect(await findImageProblem(make(2400, 319))).toBe('dimensions')
  expect(await findImageProblem(make(5000, 5000))).toBe(undefined)
  expect(await findImageProblem(make(5000, 5001))).toBe('pixels')
})

test('a picture of the catalogue is what it says', async () => {
  const cover = new Blob([await readFile('sample/catalogue/last-train/cover.webp')])
  expect(await findImageProblem(cover)).toBe(undefined)
  expect(await findImageProblem(cover, { ...IMAGE_LIMITS, side: 10_000 })).toBe('dimensions')
})

test('what only calls itself a picture, or is larger than 5 MB, is not sent', async () => {
  expect(await findImageProblem(bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('type')
  expect(await findImageProblem(bytesOf('GIF89a', long(0)))).toBe('type')
  expect(await findImageProblem(new Blob([]))).toBe('empty')
  const head = await png(400, 400).arrayBuffer()
  const of = (size: number) => new Blob([head, new Uint8Array(size - head.byteLength)])
  expect(await findImageProblem(of(IMAGE_LIMITS.bytes))).toBe(undefined)
  expect(await findImageProblem(of(IMAGE_LIMITS.bytes + 1))).toBe('size')
})

test('a file that is cut off is left to the server', async () => {
  for (const whole of [png(9, 9), jpeg(9, 9), webp(9, 9)])
    expect(await findImageProblem(whole.slice(0, 18))).toBe(undefined)
})
