import { readdirSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { createImageDecoder, type ImageDecoder } from '../../../server/modules/upload/image-decoder.js'

const decode = (decoder: ImageDecoder, bytes: Uint8Array) =>
  decoder.decode(bytes, { address: '192.0.2.1', userId: 'v_1', signal: new AbortController().signal })

const draw = (width: number, height: number): Sharp => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row++) pixels.fill((row * 7) % 256, row * width * 3, (row * 3 + 2) * width)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

test('a picture whose sender has hung up is not decoded', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')
  const signal = AbortSignal.abort('Client connection prematurely closed.')
  const decoding = createImageDecoder().decode(png, { address: '192.0.2.1', userId: 'v_1', signal })
  await expect(decoding).rejects.toThrow('prematurely closed')
})

test('a picture that takes too much processor time is refused, and the next one is decoded', async () => {
  const limits = { maxProcessorMs: 50 }
  const decoder = createImageDecoder(limits)
  expect(await decode(decoder, await draw(5000, 5000).jpeg().toBuffer())).toBe('pixels')
  limits.maxProcessorMs = 60_000
  expect(await decode(decoder, await draw(400, 700).png().toBuffer())).toMatchObject({ width: 400 })
})

describe('pictures of up to 25 megapixels', () => {
  const decoder = createImageDecoder()

  const expensive: Record<string, () => Sharp> = {
    'PNG with 16 bits': () => draw(5000, 5000).toColourspace('rgb16').png({ compressionLevel: 1 }),
    'progressive JPEG': () => draw(5000, 5000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    'a WebP': () => draw(5000, 5000).webp({ effort: 0 })
  }
  test.each(Object.entries(expensive))(
    '%s: one that needs too much time or memory is refused by its header',
    async (_, write) => {
      expect(await decode(decoder, await write().toBuffer())).toBe('pixels')
    }
  )

  const bearable: Record<string, () => Sharp> = {
    'a JPEG': () => draw(5000, 5000).jpeg(),
    'turned JPEG': () => draw(5000, 4400).jpeg().withMetadata({ orientation: 6 }),
    'interlaced PNG': () => draw(5000, 4400).png({ progressive: true, compressionLevel: 1 }),
    'transparent PNG': () => draw(5000, 5000).ensureAlpha(0.5).png({ compressionLevel: 1 }),
    'progressive JPEG': () => draw(3800, 3800).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    'a WebP': () => draw(3600, 3600).webp({ effort: 0 })
  }
  test.runIf(process.platform === 'linux').each(Object.entries(bearable))(
    '%s: decoding takes less than 150 MB',
    async (_, write) => {
      const picture = await write().toBuffer()
      const own = createImageDecoder({ maxProcessorMs: 60_000 })
      const others = listDecoders()
      await decode(own, await draw(400, 400).png().toBuffer())
      const [pid] = listDecoders().filter(one => !others.includes(one))
      if (pid === undefined) throw new Error('no process decodes')
      const before = readMegabytes(pid, 'VmRSS')
      expect(await decode(own, picture)).toMatchObject({ jpeg: expect.any(Uint8Array) })
      expect(readMegabytes(pid, 'VmHWM') - before).toBeLessThan(150)
    }
  )

  test('identical pixels are recognised in another file, and are stored with 2048 pixels on the longer side', async () => {
    const [one, other] = [{ compressionLevel: 1 }, { compressionLevel: 4, progressive: true }]
    const [first, second] = [
      await decode(decoder, await draw(3000, 6000).png(one).toBuffer()),
      await decode(decoder, await draw(3000, 6000).png(other).toBuffer())
    ]
    if (typeof first === 'string' || typeof second === 'string') throw new Error('refused')
    expect(second.sha256).toBe(first.sha256)
    expect([first.width, first.height]).toEqual([1024, 2048])
  })
})

function listDecoders(): string[] {
  return readdirSync('/proc').filter(pid => {
    try {
      const parent = / \S+ (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')?.[1]
      return parent === `${process.pid}` && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-worker')
    } catch {
      return false
    }
  })
}

/** A megabyte has a million bytes. */
function readMegabytes(pid: string, field: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}
