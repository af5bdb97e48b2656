import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareSubmittedImages } from '../../../server/modules/reward/duplicate-image/compare-submission.js'
import type { ImageComparer } from '../../../server/modules/reward/duplicate-image/image-comparer.js'
import { signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { fewServerSetups, openServers } from '../support/open-servers.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { decideWithin, drawChat, keepNewImage, openInvites, sendImage, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000

const compress = (picture: Buffer) => sharp(picture).resize({ width: 480 }).jpeg({ quality: 50 }).toBuffer()

/** Only an alignment finds it. */
const turnAndCut = async (picture: Buffer) =>
  sharp(await sharp(picture).rotate(90).toBuffer())
    .extract({ left: 58, top: 29, width: 1324, height: 662 })
    .png()
    .toBuffer()

async function upload(server: TestServer, picture: Buffer) {
  const viewer = await signIn(server)
  const { data } = await sendImage(server, viewer.token, picture)
  return { viewer, imageId: data.image_id, submit: () => submit(viewer, 'whatsapp', { image_id: data.image_id }) }
}

const readImage = (server: TestServer, id: string) =>
  server.db.selectFrom('reward_images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe.each(fewServerSetups)('pictures that are compared on %s', setup => {
  let first: TestServer
  let second: TestServer
  beforeAll(async () => {
    const [one, other = one] = await openServers(setup)
    first = one
    second = other
  })
  afterAll(async () => {
    await first.close()
    if (second !== first) await second.close()
  })

  test('two similar pictures sent together are not both accepted', async () => {
    for (const seed of [700, 701, 702]) {
      const picture = await drawChat(seed)
      const uploads = [await upload(first, picture), await upload(second, await compress(picture))]
      const answers = await Promise.all(uploads.map(one => one.submit()))
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 4406])
    }
  })

  test('a picture that another server accepted since the upload is found', async () => {
    const picture = await drawChat(710)
    const copy = await upload(first, await compress(picture))
    expect((await readImage(first, copy.imageId)).is_duplicate).toBe(false)
    expect((await (await upload(second, picture)).submit()).code).toBe(200)
    expect((await copy.submit()).code).toBe(4406)
  })

  test('a turned copy that was uploaded before its original was handed in is not approved', async () => {
    const picture = await drawChat(720)
    const copy = await upload(first, await turnAndCut(picture))
    const original = await upload(second, picture)
    expect((await original.submit()).code).toBe(200)
    const { code, data } = await copy.submit()
    expect(code).toBe(200)
    const { db, imageComparer } = first
    const now = new Date(first.clock.now() + 2 * HOUR)
    const decide = () => decideWithin({ db, log: {} as never, now, reviewer: 'automatic', budget: 60_000 })
    const readSubmission = () =>
      db.selectFrom('reward_submissions').selectAll().where('id', '=', data.submission.id).executeTakeFirstOrThrow()
    await openInvites(first, (await readSubmission()).user_id)
    // Nothing is decided before the comparison.
    await decide()
    expect(await readSubmission()).toMatchObject({ status: 0, objection: null })
    await compareSubmittedImages({ db, imageComparer, now })
    await decide()
    expect(await readSubmission()).toMatchObject({ status: 3, reason: 'duplicate' })
    expect(await compareSubmittedImages({ db, imageComparer, now })).toBe(0)
  })

  test('a picture without a comparison, as the previous version stores it, is compared before it is accepted', async () => {
    const picture = await drawChat(730)
    const copy = await upload(first, await turnAndCut(picture))
    expect((await (await upload(second, picture)).submit()).code).toBe(200)
    await first.db
      .updateTable('reward_images')
      .set({ compared_to: null as never, is_duplicate: null as never })
      .where('id', '=', copy.imageId)
      .execute()
    expect((await copy.submit()).code).toBe(4406)
  })
})

describe.each(engines)('positions of pictures on %s', engine => {
  test('rows of the previous version, which gives no positions, get one position a picture', async () => {
    const { db, close } = await openTestServer({ engine })
    for (const id of ['s_1', 's_2']) {
      const row = { submission_id: id, bits: '1', ones: 1, created_at: new Date() }
      const rows = [0, 1, 2].map(no => ({ ...row, no, sha256: no === 0 ? id.padEnd(64, '0') : null }))
      await db.insertInto('reward_prints').values(rows).execute()
    }
    const rows = await db.selectFrom('reward_prints').select('position').orderBy('position').execute()
    expect(rows.map(({ position }) => position)).toEqual([1, 1, 1, 2, 2, 2])
    await close()
  })
})

describe.each(engines)('the comparison of pictures on %s', engine => {
  let server: TestServer
  const waiting: (() => void)[] = []
  const imageComparer: ImageComparer = {
    compare: () =>
      new Promise(resolve => {
        waiting.push(() => resolve({ isDuplicate: false, comparedTo: 0 }))
      }),
    findNearest: async () => [],
    prepare: async () => undefined
  }
  beforeAll(async () => {
    server = await openTestServer({ engine, imageComparer })
  })
  afterAll(() => server.close())

  test('holds no lock: the same viewer and another unlock episodes meanwhile', async () => {
    const [viewer, other] = [await signIn(server), await signIn(server)]
    for (const { userId } of [viewer, other]) await giveCoins(server, userId, 500)
    const submission = submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
    await expect.poll(() => waiting.length).toBe(1)
    const unlock = { episode_id: 'e_rain_3', expect_price: 60 }
    for (const { post } of [viewer, other]) expect((await post('/drama/unlock', unlock, newKey())).code).toBe(200)
    waiting[0]?.()
    expect((await submission).code).toBe(200)
  })
})
