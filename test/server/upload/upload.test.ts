import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import {
  isDuplicateImage,
  MAX_FINGERPRINT_DIFFERENCE_BITS
} from '../../../server/modules/reward/duplicate-image/fingerprint.js'
import { HASH_IMAGE_SIZE_PX, perceptualHash } from '../../../server/modules/reward/duplicate-image/perceptual-hash.js'
import { deleteExpiredImages } from '../../../server/modules/upload/cleanup-job.js'
import { openImageStore } from '../../../server/modules/upload/image-store.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { drawChat, sendImage, submit } from '../support/rewards.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const copies = {
  'half as large': (picture: Buffer) => sharp(picture).resize({ width: 360 }).png().toBuffer(),
  larger: (picture: Buffer) => sharp(picture).resize({ width: 1000 }).png().toBuffer(),
  'badly compressed': (picture: Buffer) => sharp(picture).jpeg({ quality: 40 }).toBuffer(),
  'another format': (picture: Buffer) => sharp(picture).webp({ quality: 50 }).toBuffer(),
  'cut at the top': (picture: Buffer) => crop(picture, [0, 0.02, 0, 0]),
  'cut at the left and top': (picture: Buffer) => crop(picture, [0.02, 0.02, 0, 0]),
  'cut by 1 % all around': (picture: Buffer) => crop(picture, [0.01, 0.01, 0.01, 0.01]),
  'cut by 2 % all around, smaller, compressed': async (picture: Buffer) =>
    sharp(await crop(picture, [0.02, 0.02, 0.02, 0.02]))
      .resize({ width: 480 })
      .jpeg({ quality: 60 })
      .toBuffer()
}

async function crop(picture: Buffer, parts: readonly [number, number, number, number]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const [left, top, right, bottom] = parts.map((part, side) => Math.round(part * (side % 2 === 0 ? width : height)))
  const [x = 0, y = 0, far = 0, low = 0] = [left, top, right, bottom]
  return sharp(picture)
    .extract({ left: x, top: y, width: width - x - far, height: height - y - low })
    .png()
    .toBuffer()
}

describe('screenshots', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine: 'pglite' })
  })
  afterAll(() => server.close())

  const folder = () => join(server.config.dataDir, 'reward-images')
  const files = () => readdirSync(folder())
  type Sent = Awaited<ReturnType<typeof signIn>>
  const see = (url: string, token: string | null) =>
    server.fetch(url, { headers: token === null ? {} : { Authorization: token } })

  test('a picture is decoded and encoded anew: what was hidden in it is gone, its owner alone sees it, as nothing but a picture', async () => {
    const viewer = await signIn(server)
    const exif = { IFD0: { Copyright: '<script>alert(1)</script>', ImageDescription: 'secret place' } }
    const photo = await sharp(await drawChat(1))
      .withExif(exif)
      .jpeg()
      .toBuffer()
    const sent = Buffer.concat([photo, Buffer.from('<script>alert(2)</script>')])
    const { code, data } = await sendImage(server, viewer.token, sent, { name: '../../../evil.html' })
    expect([code, data.width, data.height]).toEqual([200, 720, 1440])
    const answer = await see(data.url, viewer.token)
    const headers = ['Content-Type', 'X-Content-Type-Options', 'Content-Security-Policy'].map(name =>
      answer.headers.get(name)
    )
    expect(headers).toEqual(['image/jpeg', 'nosniff', "default-src 'none'; sandbox"])
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment/)
    const storedBytes = Buffer.from(await answer.arrayBuffer())
    expect((await sharp(storedBytes).metadata()).exif).toBeUndefined()
    for (const hidden of ['script', 'secret']) expect(storedBytes.includes(hidden)).toBe(false)
    const [other] = [await signIn(server)]
    expect((await see(data.url, other.token)).status).toBe(404)
    expect(JSON.parse(await (await see(data.url, null)).text()).code).toBe(999)
    for (const guess of ['/reward-images/', '/data/reward-images/', '/upload/', '/upload/image/../../reward-images/']) {
      const found = await see(`${guess}${data.image_id}.jpg`, viewer.token)
      expect([found.status, found.headers.get('Content-Type')]).not.toEqual([200, 'image/jpeg'])
    }
    const path = join(folder(), `${data.image_id}.jpg`)
    expect([statSync(path).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readFileSync(path).equals(storedBytes)).toBe(true)
  })

  test('what is no picture, too small, too large or a bomb is refused, and leaves nothing behind', async () => {
    const viewer = await signIn(server)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
    const whole = await plain(400, 400).png().toBuffer()
    const wrong: Record<string, [Uint8Array, string]> = {
      svg: [svg, 'type'],
      gif: [Buffer.from('GIF89a/*<script>*/'), 'type'],
      nothing: [Buffer.alloc(0), 'type'],
      'a head without a picture': [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]), 'broken'],
      'half a picture': [(await drawChat(2)).subarray(0, 9000), 'broken'],
      'svg behind a head of png': [Buffer.concat([whole.subarray(0, 8), svg]), 'broken'],
      narrow: [await plain(319, 900).png().toBuffer(), 'dimensions'],
      bomb: [await plain(5001, 5000).png({ compressionLevel: 9 }).toBuffer(), 'pixels'],
      heavy: [Buffer.concat([whole, randomBytes(5 * 1024 * 1024)]), 'size']
    }
    const before = files().length
    for (const [name, [bytes, reason]] of Object.entries(wrong)) {
      const { code, data } = await sendImage(server, viewer.token, bytes)
      expect([name, code, data]).toEqual([name, 4001, { fields: ['file'], reason }])
    }
    // Rejected uploads count toward the limit of ten per hour.
    expect((await sendImage(server, viewer.token, whole, { purpose: 'avatar' })).code).toBe(4001)
    expect((await sendImage(server, viewer.token, whole)).status).toBe(429)
    expect((await sendImage(server, null, whole)).code).toBe(999)
    expect(files()).toHaveLength(before)
  })

  test('a head that lies, and what is a picture and something else at once, is refused before it is decoded', async () => {
    const viewer = await signIn(server)
    const head = (hex: string, rest: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(rest)])
    // A small picture whose header claims 60000 by 60000 pixels, with a correct checksum.
    const huge = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29)
    const page = '<!doctype html><script>alert(1)</script>'
    const wrong: [Buffer, string][] = [
      [huge, 'pixels'],
      [head('ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03011100021101031101ffd9', page), 'broken'],
      [head('ffd8ff', 'GIF89a'.repeat(20)), 'broken'],
      [head('524946460000000057454250', page), 'broken'],
      [Buffer.from(`%PDF-1.7 ${page}`), 'type'],
      [Buffer.from(`GIF89a${page}`), 'type'],
      [Buffer.from(page), 'type']
    ]
    for (const [bytes, reason] of wrong) {
      const { code, data } = await sendImage(server, viewer.token, bytes)
      expect([bytes.toString('latin1').slice(0, 40), code, data.reason]).toEqual([
        bytes.toString('latin1').slice(0, 40),
        4001,
        reason
      ])
    }
  })

  test('a length that lies changes nothing: what comes is counted', async () => {
    const viewer = await signIn(server)
    const boundary = 'x'.repeat(20)
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(head) : Buffer.alloc(1024 * 1024))
        sent += 1
      }
    })
    const headers = {
      Authorization: viewer.token ?? '',
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': '100'
    }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await server.fetch('/upload/image', init)
    expect(await answer.json()).toMatchObject({ code: 4001, data: { reason: 'size' } })
    expect(sent).toBeLessThan(60)
  })

  test('D-132 a picture that was handed in once is refused for everybody, also resized, compressed anew, cut by 2 %, turned or mirrored', async () => {
    const picture = await drawChat(10)
    const submitPicture = async (bytes: Uint8Array) => {
      const viewer = await signIn(server)
      const { data } = await sendImage(server, viewer.token, bytes)
      return submit(viewer, 'whatsapp', { image_id: data.image_id })
    }
    expect((await submitPicture(picture)).code).toBe(200)
    const again = await submitPicture(picture)
    expect([again.code, again.msg]).toEqual([4406, 'This image was already used'])
    const hardest = [
      copies['half as large'],
      copies['badly compressed'],
      copies['cut by 2 % all around, smaller, compressed'],
      // Rotated with opposite EXIF; rotated by EXIF only; upside down; mirrored.
      (bytes: Buffer) => sharp(bytes).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer(),
      (bytes: Buffer) => sharp(bytes).withMetadata({ orientation: 8 }).jpeg({ quality: 60 }).toBuffer(),
      (bytes: Buffer) => sharp(bytes).rotate(180).resize({ width: 480 }).webp({ quality: 50 }).toBuffer(),
      (bytes: Buffer) => sharp(bytes).flop().jpeg({ quality: 40 }).toBuffer()
    ]
    for (const copy of hardest) expect((await submitPicture(await copy(picture))).code).toBe(4406)
    const other = await drawChat(11)
    expect((await submitPicture(await crop(other, [0, 0.02, 0, 0.02]))).code).toBe(200)
    expect((await submitPicture(other)).code).toBe(4406)
    expect((await submitPicture(await drawChat(12))).code).toBe(200)
    // A blank picture waits for a reviewer, or is rejected after an hour.
    const blank = await sharp({ create: { width: 500, height: 900, channels: 3, background: '#eee' } })
      .png()
      .toBuffer()
    const { submission } = (await submitPicture(blank)).data
    const { objection } = await server.db
      .selectFrom('reward_submissions')
      .select('objection')
      .where('id', '=', submission.id)
      .executeTakeFirstOrThrow()
    expect(objection).toBe('unreadable')
  })

  test('copies differ by less than the limit and other pictures by more', async () => {
    const small = async (picture: Buffer) =>
      perceptualHash(
        await sharp(picture)
          .resize(HASH_IMAGE_SIZE_PX.width, HASH_IMAGE_SIZE_PX.height, { fit: 'fill', kernel: 'cubic' })
          .raw()
          .toBuffer()
      )
    const pictures = await Promise.all(Array.from({ length: 16 }, (_, seed) => drawChat(100 + seed)))
    const fingerprints = await Promise.all(pictures.map(small))
    const others = fingerprints.flatMap((one, place) =>
      fingerprints.slice(0, place).map(other => difference(one.bits, other.bits))
    )
    const own: number[] = []
    for (const [place, picture] of pictures.slice(0, 3).entries()) {
      for (const copy of Object.values(copies)) {
        own.push(difference(fingerprints[place]?.bits ?? [], (await small(await copy(picture))).bits))
      }
    }
    expect(Math.max(...own)).toBeLessThanOrEqual(MAX_FINGERPRINT_DIFFERENCE_BITS)
    expect(Math.min(...others)).toBeGreaterThan(MAX_FINGERPRINT_DIFFERENCE_BITS)
  })

  test('pictures go a day after they were not handed in, 30 days after their review, and files of nobody after an hour', async () => {
    const viewer: Sent = await signIn(server)
    const unused = (await sendImage(server, viewer.token, await drawChat(20))).data
    const used = (await sendImage(server, viewer.token, await drawChat(21))).data
    const { submission } = (await submit(viewer, 'facebook', { image_id: used.image_id })).data
    const stray = join(folder(), `i_${'0'.repeat(32)}.tmp`)
    writeFileSync(stray, 'half a picture')
    const age = () => {
      const past = new Date(server.clock.now() - 2 * HOUR)
      for (const name of files()) utimesSync(join(folder(), name), past, past)
    }
    const sweep = () =>
      deleteExpiredImages({
        images: openImageStore(server.config, createLog('silent')),
        db: server.db,
        now: new Date(server.clock.now())
      })
    age()
    await sweep()
    const has = (id: string) => files().includes(`${id}.jpg`)
    expect([files().includes(`i_${'0'.repeat(32)}.tmp`), has(unused.image_id), has(used.image_id)]).toEqual([
      false,
      true,
      true
    ])
    server.clock.advance(DAY)
    await server.db
      .updateTable('reward_submissions')
      .set({ status: 3, reason: 'other', reviewed_at: new Date(server.clock.now()) })
      .where('id', '=', submission.id)
      .execute()
    age()
    await sweep()
    expect([has(unused.image_id), has(used.image_id)]).toEqual([false, true])
    server.clock.advance(30 * DAY)
    age()
    await sweep()
    expect(has(used.image_id)).toBe(false)
    expect((await see(used.url, viewer.token)).status).toBe(404)
    const row = await server.db
      .selectFrom('reward_images')
      .selectAll()
      .where('id', '=', used.image_id)
      .executeTakeFirst()
    const seen = {
      sha256: row?.sha256 ?? '',
      fingerprint: JSON.parse(row?.prints ?? '{}'),
      comparedTo: row?.position ?? 0
    }
    expect(await isDuplicateImage(server.db, seen)).toBe(true)
  })
})

function difference(one: string[], other: string[]): number {
  const between = (left = '', right = '') => {
    let count = 0
    for (let place = 0; place < left.length; place++) if (left[place] !== right[place]) count += 1
    return count
  }
  return Math.min(...one.map(bits => between(bits, other[0])), ...other.map(bits => between(one[0], bits)))
}
