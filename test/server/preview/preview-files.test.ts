import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createPreviewDrawer } from '../../../server/modules/preview/preview-drawer.js'
import { createPreviewFiles, PreviewsBusy } from '../../../server/modules/preview/preview-files.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drama-previews-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Draws when the test says so. */
function createSlowDraw() {
  const drawn: { cover: string; finish(): void }[] = []
  const draw = (cover: Uint8Array) =>
    new Promise<Uint8Array>(resolve => {
      drawn.push({
        cover: Buffer.from(cover).toString(),
        finish: () => resolve(Buffer.from(`preview of ${Buffer.from(cover)}`))
      })
    })
  return { draw, drawn }
}

const toRequest = (name: string, address = '1.1.1.1') => ({ name, address, readCover: async () => Buffer.from(name) })

test('requests for one preview share one drawing, and then its file', async () => {
  const { draw, drawn } = createSlowDraw()
  const files = createPreviewFiles({ folder, draw })
  const requests = [1, 2, 3].map(() => files.find(toRequest('a.jpg')))
  await expect.poll(() => drawn.length).toBe(1)
  drawn[0]?.finish()
  const path = join(folder, 'a.jpg')
  expect(await Promise.all(requests)).toEqual([path, path, path])
  expect(await files.find(toRequest('a.jpg'))).toBe(path)
  expect([await readFile(path, 'utf8'), drawn.length]).toEqual(['preview of a.jpg', 1])
})

test('one is drawn at a time; an address that asks for many lets others go first; too many are refused', async () => {
  const { draw, drawn } = createSlowDraw()
  const files = createPreviewFiles({ folder, draw, maxWaiting: 4 })
  const attack = ['a', 'b', 'c'].map(name => files.find(toRequest(name, '6.6.6.6')))
  const other = files.find(toRequest('other'))
  await expect(files.find(toRequest('d'))).rejects.toBeInstanceOf(PreviewsBusy)
  const known = files.find(toRequest('c'))
  const order: string[] = []
  for (const position of [0, 1, 2, 3]) {
    await expect.poll(() => drawn.length).toBe(position + 1)
    order.push(drawn[position]?.cover ?? '')
    drawn[position]?.finish()
  }
  await Promise.all([...attack, other, known])
  expect(order).toEqual(['a', 'b', 'other', 'c'])
})

test('the folder keeps the newest files', async () => {
  const files = createPreviewFiles({ folder, draw: async cover => cover, maxFiles: 2 })
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    const path = await files.find(toRequest(name))
    if (name !== 'c') utimesSync(path ?? '', index, index)
  }
  expect(readdirSync(folder).sort()).toEqual(['b', 'c'])
})

test('after a failure the next request draws again', async () => {
  let count = 0
  const files = createPreviewFiles({
    folder,
    draw: async cover => {
      count++
      if (count === 1) throw new Error('ended')
      return count === 2 ? null : cover
    }
  })
  await expect(files.find(toRequest('a'))).rejects.toThrow('ended')
  expect(await files.find(toRequest('a'))).toBeNull()
  expect(await files.find(toRequest('a'))).toBe(join(folder, 'a'))
})

const draw = createPreviewDrawer()

test('a cover is shown whole and not stretched, on its own colours', async () => {
  const red = { create: { width: 600, height: 800, channels: 3, background: '#d02020' } } as const
  const circle = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const cover = await sharp(red)
    .composite([{ input: circle, left: 200, top: 300 }])
    .webp({ quality: 95 })
    .toBuffer()
  const preview = await draw(cover)
  const { data, info } = await sharp(preview ?? undefined)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 630])
  const redAt = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
  const isWhite = (x: number, y: number) => (data[(y * info.width + x) * info.channels + 1] ?? 0) > 128
  const columns = Array.from({ length: 1200 }, (_, x) => x).filter(x => isWhite(x, 315))
  const rows = Array.from({ length: 630 }, (_, y) => y).filter(y => isWhite(600, y))
  expect(Math.abs(columns.length - rows.length)).toBeLessThanOrEqual(2)
  // 200 of 800 pixels of a cover that is 582 pixels high.
  expect(Math.abs(rows.length - 145)).toBeLessThanOrEqual(3)
  expect(Math.abs((columns[0] ?? 0) + (columns.at(-1) ?? 0) - 1199)).toBeLessThanOrEqual(2)
  // The cover begins and ends 24 pixels from the edges; beside it the background is darker.
  expect([redAt(600, 30), redAt(600, 600)].every(value => value > 190)).toBe(true)
  expect([redAt(100, 315), redAt(1100, 315)].every(value => value > 60 && value < 150)).toBe(true)
})

test('the logo is in the lower right corner of the cover', async () => {
  const cover = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#203060' } })
    .webp()
    .toBuffer()
  const { data, info } = await sharp((await draw(cover)) ?? undefined)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  const isNear = (colour: number[], wanted: number[]) =>
    colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 30)
  // The cover ends at 818 and 606; the logo's middle is 64 pixels before.
  expect(isNear(colourAt(754, 542), [255, 255, 255])).toBe(true)
  expect(isNear(colourAt(754, 508), [225, 29, 72])).toBe(true)
  expect(isNear(colourAt(700, 542), [32, 48, 96])).toBe(true)
})

test.each([
  ['wide', 1600, 400],
  ['square', 500, 500],
  ['narrow', 10, 3000],
  ['one pixel', 1, 1]
])('a %s cover becomes a preview of the same size', async (_name, width, height) => {
  const cover = await sharp({ create: { width, height, channels: 4, background: '#20a0d080' } })
    .webp()
    .toBuffer()
  const { format, width: drawnWidth, height: drawnHeight } = await sharp((await draw(cover)) ?? undefined).metadata()
  expect([format, drawnWidth, drawnHeight]).toEqual(['jpeg', 1200, 630])
})

test('the noisiest cover stays below the 300 kB of WhatsApp', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 120 } as const
  const cover = await sharp({ create: { width: 1164, height: 582, channels: 3, noise } as never })
    .webp({ quality: 100 })
    .toBuffer()
  expect((await draw(cover))?.length).toBeLessThanOrEqual(300_000)
})

test('nothing but a WebP of an ordinary size is decoded', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const huge = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
    .webp()
    .toBuffer()
  for (const cover of [Buffer.from(svg), png, huge, Buffer.from('cover'), huge.subarray(0, 60)])
    expect(await draw(cover)).toBeNull()
})
