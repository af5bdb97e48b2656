import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../../server/lib/log.js'
import {
  createOrientations,
  measureAlignedDifference,
  REDUCED_SIDE_PX,
  toReducedImage
} from '../../../server/modules/reward/duplicate-image/alignment.js'
import { MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS } from '../../../server/modules/reward/duplicate-image/fingerprint.js'
import { deleteExpiredImages } from '../../../server/modules/upload/cleanup-job.js'
import { openImageStore } from '../../../server/modules/upload/image-store.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { drawChat, sendImage, submit } from '../support/rewards.js'

/** Crops these fractions at the left, top, right and bottom. */
async function crop(picture: Buffer, parts: readonly [number, number, number, number]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const [left, top, right, bottom] = parts
  const area = { width: Math.round(width * (1 - left - right)), height: Math.round(height * (1 - top - bottom)) }
  return sharp(picture)
    .extract({ left: Math.round(left * width), top: Math.round(top * height), ...area })
    .png()
    .toBuffer()
}

const extended = (picture: Buffer, part: number, background: string) =>
  sharp(picture)
    .extend({ left: 720 * part, right: 720 * part, top: 1440 * part, bottom: 1440 * part, background })
    .jpeg({ quality: 70 })
    .toBuffer()

const copies: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'cut unevenly by up to 2 %': picture => crop(picture, [0.013, 0.02, 0.004, 0.011]),
  'cut by 4 % all around': picture => crop(picture, [0.04, 0.04, 0.04, 0.04]),
  'cut by 5 % at the top': picture => crop(picture, [0, 0.05, 0, 0]),
  'turned and cut': async picture => crop(await sharp(picture).rotate(90).toBuffer(), [0.04, 0.04, 0.04, 0.04]),
  'upside down and cut unevenly': async picture =>
    crop(await sharp(picture).rotate(180).toBuffer(), [0.03, 0.01, 0, 0.04]),
  'mirrored, cut, smaller and compressed': async picture =>
    sharp(await crop(await sharp(picture).flop().toBuffer(), [0.03, 0.03, 0.03, 0.03]))
      .resize({ width: 480 })
      .jpeg({ quality: 50 })
      .toBuffer(),
  'turned and mirrored': async picture =>
    sharp(await sharp(picture).rotate(90).toBuffer())
      .flop()
      .webp({ quality: 60 })
      .toBuffer(),
  'with a dark border': picture => extended(picture, 0.05, '#000000'),
  'with a white border': picture => extended(picture, 0.025, '#ffffff')
}

const small = async (picture: Buffer) =>
  toReducedImage(await sharp(picture).resize(REDUCED_SIDE_PX, REDUCED_SIDE_PX, { fit: 'fill' }).raw().toBuffer())

test('copies that were cut, turned or bordered differ by less than the limit, and other pictures by more', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, (_, seed) => drawChat(400 + seed)))
  const lower = await Promise.all(pictures.map(small))
  const others: number[] = []
  for (const [place, one] of lower.entries()) {
    const upper = createOrientations(one)
    for (const other of lower.slice(0, place)) others.push(measureAlignedDifference(other, upper))
  }
  expect(Math.min(...others)).toBeGreaterThan(1.5 * MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS)
  for (const [place, picture] of pictures.slice(0, 2).entries()) {
    for (const [name, copy] of Object.entries(copies)) {
      const upper = createOrientations(await small(await copy(picture)))
      const difference =
        lower[place] === undefined ? Number.POSITIVE_INFINITY : measureAlignedDifference(lower[place], upper)
      expect([name, difference <= MAX_ALIGNED_FINGERPRINT_DIFFERENCE_BITS]).toEqual([name, true])
    }
  }
}, 30_000)

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ engine: 'pglite' })
})
afterAll(() => server.close())

test('D-132 a copy that was turned and cut, unevenly cut or given a border is refused, others of its kind are not', async () => {
  const submitPicture = async (bytes: Uint8Array) => {
    const viewer = await signIn(server)
    const { data } = await sendImage(server, viewer.token, bytes)
    return (await submit(viewer, 'whatsapp', { image_id: data.image_id })).code
  }
  const picture = await drawChat(600)
  expect(await submitPicture(picture)).toBe(200)
  for (const seed of [601, 602, 603]) expect(await submitPicture(await drawChat(seed))).toBe(200)
  for (const [name, copy] of Object.entries(copies)) {
    expect([name, await submitPicture(await copy(picture))]).toEqual([name, 4406])
  }
  expect(await submitPicture(await drawChat(604))).toBe(200)
}, 60_000)

test('what is laid over others goes with the picture', async () => {
  const viewer = await signIn(server)
  const { data } = await sendImage(server, viewer.token, await drawChat(620))
  const prints = async () =>
    JSON.parse(
      (
        await server.db
          .selectFrom('reward_images')
          .select('prints')
          .where('id', '=', data.image_id)
          .executeTakeFirstOrThrow()
      ).prints
    )
  const before = await prints()
  expect(before.small.length).toBeGreaterThan(2 * REDUCED_SIDE_PX * REDUCED_SIDE_PX)
  const now = new Date(server.clock.now() + 25 * 3_600_000)
  await deleteExpiredImages({ images: openImageStore(server.config, createLog('silent')), db: server.db, now })
  expect(await prints()).toEqual({ ...before, small: null })
})
