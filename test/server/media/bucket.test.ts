import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listen, readPort } from '../../../server/process/listen.js'
import { openBucketCopy } from '../../../tools/media/bucket-copy.js'
import { findPackages, listPackageFiles } from '../../../tools/media/package-files.js'
import { signIn } from '../support/api-client.js'
import { type BucketServer, openBucketServer, play } from '../support/bucket-server.js'
import { type BucketFault, type FakeBucket, openFakeBucket } from '../support/fakes/fake-bucket.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { writeCatalogue } from '../support/package-fixture.js'

const SECRETS = ['secret/Of+These+Tests', 'AKIAOFTHESETESTS0000', 'X-Amz-Signature=', 'X-Amz-Credential=']

describe('media sent by the server', () => {
  let opened: BucketServer
  let bucket: FakeBucket
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    opened = await openBucketServer('proxy')
    ;({ bucket, server } = opened)
    folder = await play(server, 'e_rain_1')
  })
  afterEach(() => bucket.clearFaults())
  afterAll(() => opened.close())

  const get = (name: string, init?: RequestInit) => server.fetch(folder + name, init)

  test('segments, initialisation and captions come out of the bucket, with the headers they have from a folder', async () => {
    const expected = [
      ['540p/init.mp4', 'rain 1 540p init', 'video/mp4'],
      ['360p/2.m4s', 'rain 1 360p segment 2', 'video/iso.segment'],
      ['captions/zh-cn.vtt', 'WEBVTT\n\nrain 1 zh-cn', 'text/vtt; charset=utf-8']
    ] as const
    for (const [name, content, type] of expected) {
      const response = await get(name)
      expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([
        200,
        content,
        type
      ])
      expect(response.headers.get('Content-Length')).toBe(`${content.length}`)
      expect(response.headers.get('Cache-Control')).toBe('private, max-age=86400, immutable')
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
    expect(bucket.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'GET 200',
      'GET 200'
    ])
  })

  test('covers come out of it, under a key that holds the hash of their content', async () => {
    const { data } = await (await signIn(server)).get('/drama/detail', { drama_id: 'd_rain' })
    const response = await server.fetch(data.drama.cover_url)
    expect([response.status, await response.text()]).toEqual([200, 'cover of rain'])
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(bucket.requests.map(({ key }) => key)).toEqual([
      expect.stringMatching(/\/d_rain\/cover-[0-9a-f]{16}\.webp$/)
    ])
  })

  test('parts, HEAD and what a browser has already are answered as from a folder', async () => {
    const part = await get('540p/init.mp4', { headers: { Range: 'bytes=5-8' } })
    expect([part.status, await part.text(), part.headers.get('Content-Range')]).toEqual([206, '1 54', 'bytes 5-8/16'])
    const behind = await get('540p/init.mp4', { headers: { Range: 'bytes=99-' } })
    expect([behind.status, behind.headers.get('Content-Range')]).toEqual([416, 'bytes */16'])
    const head = await get('540p/init.mp4', { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '16', ''])
    const again = await get('540p/init.mp4', { headers: { 'If-None-Match': head.headers.get('ETag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('what the bucket has not comes from the folder, and what neither has is not there', async () => {
    const moon = await play(server, 'e_moon_1')
    expect(await (await server.fetch(`${moon}540p/0.m4s`)).text()).toBe('moon 1 540p segment 0')
    expect(bucket.requests.map(({ status }) => status)).toEqual([404])
    const [key = ''] = [...bucket.files.keys()].filter(
      name => bucket.files.get(name)?.toString() === 'rain 1 540p init'
    )
    const content = bucket.files.get(key) ?? Buffer.alloc(0)
    bucket.files.delete(key)
    expect((await get('540p/init.mp4')).status).toBe(404)
    bucket.files.set(key, content)
  })

  test('without a ticket of the very episode the bucket is not even asked', async () => {
    const other = await play(server, 'e_rain_2')
    const [ticket, otherAsset] = [folder.split('/')[4], other.split('/')[5]]
    const asset = folder.split('/')[5]
    for (const path of [
      `/m/${ticket}/${otherAsset}/540p/0.m4s`,
      `/m/x.y/${asset}/540p/0.m4s`,
      `/m/-/${asset}/540p/0.m4s`
    ]) {
      expect((await server.fetch(path)).status).toBe(403)
    }
    for (const path of ['..%2f..%2fd_gate/x.m4s', '540p/..%2f0.m4s', '540p/%2e%2e/0.m4s', '540p/0.m4s?key=d_gate/x']) {
      expect([200, 403, 404]).toContain((await server.fetch(folder + path)).status)
    }
    expect(bucket.requests.every(({ key }) => /^filmes 雨\/d_rain\/[0-9a-f]{32}\.m4s$/.test(key))).toBe(true)
    expect(bucket.requests.length).toBeLessThanOrEqual(1)
  })

  test('an episode begins out of the bucket without a token', async () => {
    const body = Buffer.from(await (await server.fetch('/m/opening/d_rain/1')).arrayBuffer())
    expect(body.toString()).toMatch(/rain 1 540p initrain 1 540p segment 0$/)
    expect(bucket.requests.map(({ status }) => status)).toEqual([200, 200])
  })

  const passing: BucketFault[] = [
    { kind: 'reset' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, code: 'SlowDown' },
    { kind: 'silent' }
  ]

  test.each(passing)('one bad moment is not seen: $kind $status', async fault => {
    bucket.addFault(fault, 1)
    expect(await (await get('540p/0.m4s')).text()).toBe('rain 1 540p segment 0')
    expect(bucket.requests).toHaveLength(2)
  })

  test.each([...passing, { kind: 'status', status: 403, code: 'SignatureDoesNotMatch' } as const])(
    'a bucket that fails is told as what passes, within seconds: $kind $status',
    async fault => {
      bucket.addFault(fault)
      server.logLines.length = 0
      const startedAt = performance.now()
      const response = await get('540p/0.m4s')
      expect(performance.now() - startedAt).toBeLessThan(6000)
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(await response.json()).toEqual({ code: 503, msg: 'Media unavailable', data: null })
      expect(bucket.requests.length).toBeLessThanOrEqual(2)
      const lines = server.logLines.filter(line => line.includes('media unavailable'))
      expect(lines).toHaveLength(1)
      if (fault.kind === 'status' && fault.status === 403) expect(lines[0]).toContain('403 SignatureDoesNotMatch')
      for (const secret of SECRETS) expect(server.logLines.join()).not.toContain(secret)
    }
  )

  test('what a folder has plays on from there, at once after the first', async () => {
    const moon = await play(server, 'e_moon_1')
    bucket.addFault({ kind: 'silent' })
    expect(await (await server.fetch(`${moon}540p/0.m4s`)).text()).toBe('moon 1 540p segment 0')
    const requestCount = bucket.requests.length
    expect(await (await server.fetch(`${moon}540p/1.m4s`)).text()).toBe('moon 1 540p segment 1')
    expect(bucket.requests).toHaveLength(requestCount)
  })

  test('an opening that the bucket does not give is none, and no error', async () => {
    bucket.addFault({ kind: 'status', status: 500 })
    expect((await server.fetch('/m/opening/d_rain/1')).status).toBe(204)
    bucket.clearFaults()
    bucket.addFault({ kind: 'torn' })
    expect((await server.fetch('/m/opening/d_rain/1')).status).toBe(204)
  })

  test('a drama whose objects are only in the bucket is published while the bucket answers', async () => {
    server.config.operatorKey = 'the key of this test'
    const publish = async () => {
      const init = { method: 'POST', headers: { Authorization: 'the key of this test' }, body: '{"id":"d_rain"}' }
      const { code, data } = await (await server.fetch('/operator/drama_publish', init)).json()
      return [code, data.reason]
    }
    expect(await publish()).toEqual([200, undefined])
    bucket.addFault({ kind: 'status', status: 403, code: 'AccessDenied' })
    expect(await publish()).toEqual([5000, 'bucket'])
    bucket.clearFaults()
    bucket.addFault({ kind: 'silent' })
    expect(await publish()).toEqual([5000, 'bucket'])
  })

  describe('over the network', () => {
    let network: Server
    let path: string
    beforeAll(async () => {
      network = await listen(server.app, { port: 0, host: '127.0.0.1' })
      path = `http://127.0.0.1:${readPort(network)}${new URL(folder).pathname}540p/0.m4s`
    })
    afterAll(
      () =>
        new Promise(resolve => {
          network.close(resolve)
          network.closeAllConnections()
        })
    )

    test.each([{ kind: 'torn' }, { kind: 'stuck' }] as const)(
      'what breaks off on its way breaks off for the viewer, and never looks whole: $kind',
      async fault => {
        bucket.addFault(fault)
        const response = await fetch(path)
        expect(response.status).toBe(200)
        await expect(response.arrayBuffer()).rejects.toThrow()
      }
    )

    test('a viewer who leaves ends the request to the bucket', async () => {
      bucket.addFault({ kind: 'stuck' })
      const leaving = new AbortController()
      await fetch(path, { signal: leaving.signal })
      leaving.abort()
      await expect.poll(() => bucket.requests.map(({ isOver }) => isOver), { timeout: 3000 }).toEqual([true])
    })
  })
})

describe('packages whose objects are elsewhere', () => {
  test('a drama is shown once all of its objects are there; a bucket that fails is asked once a look', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drama-bucket-'))
    const bucket = await openFakeBucket()
    const server = await openTestServer({
      engine: 'postgres',
      config: { mediaBucket: bucket.settings },
      catalogueDirs: [folder]
    })
    writeCatalogue(folder)
    const packages = await findPackages([folder])
    const copy = openBucketCopy(bucket.settings)
    for (const one of packages) {
      expect((await copy.push(await listPackageFiles(one), new AbortController().signal)).problems).toEqual([])
      rmSync(join(one, 'objects'), { recursive: true })
    }
    const lost = [...bucket.files].find(([key]) => /^d_gate\/.*m4s$/.test(key))
    if (lost === undefined) throw new Error('nothing was sent')
    bucket.files.delete(lost[0])

    bucket.clearFaults()
    bucket.addFault({ kind: 'status', status: 403, code: 'AccessDenied' })
    const down = await server.loader.scan()
    expect([down.dramas, down.broken.length, bucket.requests.length]).toEqual([0, 3, 1])
    expect(down.broken[0]).toContain('objects cannot be looked up: the bucket answered 403 AccessDenied')

    bucket.clearFaults()
    const up = await server.loader.scan()
    expect(up.dramas).toBe(2)
    expect(up.broken).toEqual([expect.stringMatching(/gate: objects\/.*m4s is missing, here and in the bucket$/)])
    bucket.files.set(lost[0], lost[1])
    expect((await server.loader.scan()).dramas).toBe(1)
    await server.close()
    await bucket.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
