import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openBucketCopy } from '../../../tools/media/bucket-copy.js'
import { listPackageFiles } from '../../../tools/media/package-files.js'
import { type FakeBucket, openFakeBucket } from '../../server/support/fakes/fake-bucket.js'
import { DESKTOP, inApp, prepareJourneys } from '../support/journey.js'
import { blockInstantStart, recordPlayback } from '../support/media-record.js'
import { openPartnerSite, openProduct } from '../support/open-product.js'
import { playAddress, position, readErrors, shown } from '../support/player-page.js'

const EPISODE_SECONDS = 20

describe.each(['proxy', 'redirect'] as const)('delivery by %s', delivery => {
  let bucket: FakeBucket
  const journeys = prepareJourneys(async () => {
    bucket = await openFakeBucket('filmes 雨')
    const folder = mkdtempSync(path.join(tmpdir(), 'drama-bucket-'))
    const drama = path.join(folder, 'winter-bride')
    cpSync('sample/catalogue/winter-bride', drama, { recursive: true })
    await openBucketCopy(bucket.settings).push(await listPackageFiles(drama), new AbortController().signal)
    rmSync(path.join(drama, 'objects'), { recursive: true })
    const product = await openProduct({ ...bucket.env, CATALOGUE_DIRS: folder, MEDIA_DELIVERY: delivery })
    return {
      origin: product.origin,
      async stop() {
        await product.stop()
        await bucket.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }
  })
  beforeEach(() => bucket.clearFaults())

  const segmentRequests = () => bucket.requests.filter(({ method, key }) => method === 'GET' && key.endsWith('.m4s'))
  const presignedRequests = () => segmentRequests().filter(({ isPresigned }) => isPresigned)
  const bufferedEnd = (page: Page) =>
    shown(page).evaluate(({ buffered }: HTMLVideoElement) => (buffered.length ? buffered.end(buffered.length - 1) : 0))

  test('an episode begins, is taken over by hls.js, and is there to its end', async () => {
    const page = await journeys.open(playAddress(1), {}, recordPlayback)
    await expect.poll(() => position(page)).toBeGreaterThan(2)
    await expect.poll(() => bufferedEnd(page)).toBeGreaterThan(EPISODE_SECONDS - 0.5)
    await expect.poll(() => shown(page).evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(960)
    expect(await readErrors(page)).toEqual([])
    expect(segmentRequests().length).toBeGreaterThanOrEqual(10)
    // The instant start brings the first bytes from the server.
    if (delivery === 'redirect') expect(presignedRequests().length).toBeGreaterThanOrEqual(8)
    else expect(presignedRequests()).toEqual([])
    expect(presignedRequests().every(({ status }) => status === 200)).toBe(true)
  })

  async function openPartner(allowed: string): Promise<Page> {
    const policy = `script-src ${journeys.origin}; connect-src ${journeys.origin} ${allowed}; img-src ${journeys.origin}; media-src blob:`
    const html = `<!doctype html><body style="margin:0"><drama-app start="drama:d_winter-bride,ep:1" style="display:block;height:700px"></drama-app><script type="module" src="${journeys.origin}/drama-app.js"></script>`
    const partner = await openPartnerSite(html, { 'Content-Security-Policy': policy })
    onTestFinished(() => partner.stop())
    return journeys.open(partner.origin, { viewport: DESKTOP }, async opened => {
      await recordPlayback(opened)
      await blockInstantStart(opened)
    })
  }

  test('on a partner page of another origin, under a strict policy, the fast start and hls.js follow', async () => {
    const page = await openPartner(delivery === 'redirect' ? bucket.settings.endpoint : '')
    await expect.poll(() => position(page)).toBeGreaterThan(2)
    await expect.poll(() => bufferedEnd(page)).toBeGreaterThan(EPISODE_SECONDS - 0.5)
    expect(await readErrors(page)).toEqual([])
    if (delivery === 'proxy') return
    // The first file of the fast start and the files of hls.js. After a cross-origin redirect browsers send `Origin: null`.
    expect(presignedRequests().length).toBeGreaterThanOrEqual(9)
    expect(new Set(presignedRequests().map(({ origin }) => origin))).toEqual(new Set(['null']))
  })

  test('a policy that lets the product in alone is enough where the server sends, else the viewer is told', async () => {
    const page = await openPartner('')
    if (delivery === 'proxy') {
      await expect.poll(() => position(page)).toBeGreaterThan(2)
      return
    }
    await expect.poll(() => readErrors(page), { timeout: 45_000 }).toEqual(['playback:network'])
    await inApp(page, '.player .failure').waitFor()
    expect(presignedRequests()).toEqual([])
  })

  test('a bucket that refuses once, and then fails for a while, is not seen', async () => {
    bucket.addFault({ kind: 'status', status: 503, code: 'SlowDown' }, 4)
    bucket.addFault({ kind: 'status', status: 403, code: 'AccessDenied' }, 1)
    const page = await journeys.open(playAddress(1), {}, async opened => {
      await recordPlayback(opened)
      await blockInstantStart(opened)
    })
    await expect.poll(() => position(page), { timeout: 30_000 }).toBeGreaterThan(2)
    await expect.poll(() => bufferedEnd(page), { timeout: 30_000 }).toBeGreaterThan(EPISODE_SECONDS - 0.5)
    expect(await readErrors(page)).toEqual([])
    expect(bucket.requests.filter(({ status }) => status === 503)).toHaveLength(4)
    expect(await inApp(page, '.player .failure').count()).toBe(0)
  })

  test('covers are drawn', async () => {
    const page = await journeys.open('/')
    const cover = inApp(page, 'img[src*="/covers/d_winter-bride/"]').first()
    await cover.waitFor()
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  })
})
