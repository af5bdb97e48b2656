import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FileRequest } from '../../../server/http/file-response.js'
import { createBucketClient } from '../../../server/modules/media/bucket/bucket-client.js'
import { listFiles } from '../../../server/modules/media/bucket/bucket-list.js'
import { openBucket } from '../../../server/modules/media/bucket/bucket-store.js'
import { failWhenStalled } from '../../../server/modules/media/bucket/stalled-body.js'
import type { MediaStore } from '../../../server/modules/media/media-store.js'
import { openFolder } from '../../../server/modules/media/media-store.js'
import { type FakeBucket, md5, openFakeBucket } from '../support/fakes/fake-bucket.js'

const files: Record<string, string> = {
  'd_rain/0.m4s': '0123456789abcdef',
  'd_rain/empty.vtt': '',
  'd_rain/with space.m4s': 'with space',
  'd_rain/ação 雨 🎬.m4s': 'not ASCII',
  "d_rain/a+b&c=d?e#f%20g%2Fh;i,j:k@l$m!n'o(p)q*r~.m4s": 'every sign',
  'd_rain/..hidden..m4s': 'dots are no way out'
}

interface Opened {
  store: MediaStore
  close(): Promise<void> | void
}

function openFilledFolder(): Opened {
  const outside = mkdtempSync(join(tmpdir(), 'drama-store-'))
  const folder = join(outside, 'inside')
  writeFileSync(join(outside, 'secret.m4s'), 'secret')
  for (const [key, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, key)), { recursive: true })
    writeFileSync(join(folder, key), content)
  }
  symlinkSync(folder, join(outside, 'link'))
  return { store: openFolder(join(outside, 'link')), close: () => rmSync(outside, { recursive: true, force: true }) }
}

async function openFilledBucket(): Promise<Opened> {
  const bucket = await openFakeBucket('filmes do ano/雨')
  for (const [key, content] of Object.entries(files)) {
    bucket.files.set(`filmes do ano/雨/${key}`, Buffer.from(content))
  }
  bucket.files.set('filmes do ano/secret.m4s', Buffer.from('secret'))
  return { store: openBucket(createBucketClient(bucket.settings)), close: () => bucket.close() }
}

describe.each([
  ['folder', openFilledFolder],
  ['bucket', openFilledBucket]
] as const)('a %s', (_name, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  /** Reads a file as one line, such as `0-3/16 0123`. */
  async function readLine(key: string, options: Partial<FileRequest> = {}): Promise<string> {
    const file = await opened.store.open(key, { isHead: false, range: null, ifNoneMatch: null, ...options })
    if (file === undefined) return 'none'
    if (file.state === 'unchanged') return 'unchanged'
    if (file.state === 'unsatisfiable') return `unsatisfiable */${file.size}`
    const range = file.range === null ? 'whole' : `${file.range.start}-${file.range.end}`
    const body = file.body === null ? '' : ` ${await new Response(file.body).text()}`
    return `${range}/${file.size}${body}`.trim()
  }

  test.each(Object.entries(files))('gives %j whole, and by HEAD its size', async (key, content) => {
    const size = Buffer.byteLength(content)
    expect(await readLine(key)).toBe(`whole/${size} ${content}`.trim())
    expect(await readLine(key, { isHead: true })).toBe(`whole/${size}`)
  })

  test.each([
    ['bytes=0-3', '0-3/16 0123'],
    ['bytes=4-4', '4-4/16 4'],
    ['bytes=12-', '12-15/16 cdef'],
    ['bytes=-4', '12-15/16 cdef'],
    ['bytes=-99', '0-15/16 0123456789abcdef'],
    ['bytes=10-99999999999999999999', '10-15/16 abcdef'],
    ['bytes=16-', 'unsatisfiable */16'],
    ['bytes=99-100', 'unsatisfiable */16'],
    ['bytes=-0', 'unsatisfiable */16'],
    ['bytes=5-2', 'whole/16 0123456789abcdef'],
    ['bytes=0-1,3-4', 'whole/16 0123456789abcdef'],
    ['bytes=', 'whole/16 0123456789abcdef'],
    ['bytes=-', 'whole/16 0123456789abcdef'],
    ['bytes=a-b', 'whole/16 0123456789abcdef'],
    ['lines=1-2', 'whole/16 0123456789abcdef']
  ])('of a range %j gives %j', async (range, expected) => {
    expect(await readLine('d_rain/0.m4s', { range })).toBe(expected)
  })

  test('of an empty file no byte can be had', async () => {
    expect(await readLine('d_rain/empty.vtt', { range: 'bytes=0-' })).toBe('unsatisfiable */0')
  })

  test('says that nothing has changed to who has the same', async () => {
    const file = await opened.store.open('d_rain/0.m4s', { isHead: true, range: null, ifNoneMatch: null })
    const etag = file?.etag ?? ''
    expect(etag).toMatch(/^".+"$/)
    expect(await readLine('d_rain/0.m4s', { ifNoneMatch: etag })).toBe('unchanged')
    expect(await readLine('d_rain/0.m4s', { ifNoneMatch: '"another"' })).toBe('whole/16 0123456789abcdef')
  })

  test.each([
    'd_rain/9.m4s',
    'd_rain',
    'd_rain/',
    '',
    '/',
    '.',
    '..',
    '../secret.m4s',
    'd_rain/../../secret.m4s',
    'd_rain/../0.m4s',
    './d_rain/0.m4s',
    'd_rain//0.m4s',
    '/d_rain/0.m4s',
    'd_rain/0.m4s/',
    '%2e%2e/secret.m4s',
    '..%2fsecret.m4s',
    'd_rain%2f0.m4s',
    '..\\secret.m4s',
    'd_rain/0.m4s\0',
    'd_rain/0.m4s\0.vtt',
    'd_rain/\ud800.m4s',
    `d_rain/${'x'.repeat(1100)}`
  ])('has no file %j', async key => {
    expect(await readLine(key)).toBe('none')
    expect(await readLine(key, { isHead: true })).toBe('none')
  })
})

describe('a folder of a package', () => {
  function openPackage(): { folder: string; read(key: string): Promise<string | undefined> } {
    const folder = mkdtempSync(join(tmpdir(), 'drama-package-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(join(folder, 'objects'))
    return {
      folder,
      read: async key => {
        const file = await openFolder(folder).open(key, { isHead: false, range: null, ifNoneMatch: null })
        return file?.state === 'content' ? await new Response(file.body).text() : undefined
      }
    }
  }

  test('a cover that is replaced is sent anew', async () => {
    const { folder, read } = openPackage()
    writeFileSync(join(folder, 'cover.webp'), 'old')
    expect(await read('cover.webp')).toBe('old')
    writeFileSync(join(folder, 'cover.webp'), 'the new one')
    expect(await read('cover.webp')).toBe('the new one')
  })

  test('an object, whose name is the hash of its content, is read once', async () => {
    const { folder, read } = openPackage()
    const path = join(folder, 'objects/0123.m4s')
    writeFileSync(path, 'content')
    expect(await read('objects/0123.m4s')).toBe('content')
    rmSync(path)
    expect(await read('objects/0123.m4s')).toBe('content')
    expect(await read('objects/4567.m4s')).toBeUndefined()
  })
})

describe('what a bucket has besides', () => {
  let bucket: FakeBucket
  beforeAll(async () => {
    bucket = await openFakeBucket('a b')
  })
  afterAll(() => bucket.close())

  test('lists go on page by page, with every sign as it is, and end at the folder', async () => {
    for (const [key, content] of Object.entries(files)) bucket.files.set(`a b/${key}`, Buffer.from(content))
    bucket.files.set('a b/d_rainbow/0.m4s', Buffer.from('of another'))
    bucket.pageSize = 2
    const found = await listFiles(createBucketClient(bucket.settings), 'a b', 'd_rain')
    const expected = Object.entries(files).map(([key, content]) => {
      const bytes = Buffer.from(content)
      return [key.slice('d_rain/'.length), { size: bytes.length, etag: md5(bytes), changedAt: 0 }] as const
    })
    expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()))
    expect(bucket.requests.filter(({ key }) => key === '')).toHaveLength(3)
  })

  test('a file that was put is there, and only with the right signature of its content', async () => {
    const client = createBucketClient(bucket.settings)
    const body = new Uint8Array(Buffer.from('new'))
    const wrong = { 'X-Amz-Content-Sha256': '0'.repeat(64) }
    await expect(client.send({ method: 'PUT', key: 'd_moon/1.m4s', body, headers: wrong })).rejects.toThrow(
      'the bucket answered 403 XAmzContentSHA256Mismatch'
    )
    await client.send({ method: 'PUT', key: 'd_moon/1.m4s', body })
    expect(bucket.files.get('a b/d_moon/1.m4s')?.toString()).toBe('new')
  })

  test.each([
    [{ secretAccessKey: 'another secret' }, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'AKIAANOTHER' }, 'InvalidAccessKeyId'],
    [{ region: 'us-other-1' }, 'AuthorizationHeaderMalformed'],
    [{ name: 'other' }, 'NoSuchBucket']
  ])('with %j it says what is wrong: %s', async (changed, code) => {
    const store = openBucket(createBucketClient({ ...bucket.settings, ...changed }))
    const opening = store.open('d_rain/0.m4s', { isHead: false, range: null, ifNoneMatch: null })
    await expect(opening).rejects.toThrow(new RegExp(`^the bucket answered 40[34] ${code}$`))
  })
})

describe('a body that is watched for silence', () => {
  test('is waited for by a reader that takes its time, and given up by one that waits for it', async () => {
    let give: (bytes: Uint8Array) => void = () => undefined
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        give = bytes => controller.enqueue(bytes)
      },
      cancel: () => {
        isCancelled = true
      }
    })
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const reader = failWhenStalled(body, 5000).getReader()
    give(new Uint8Array([1]))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await reader.read()).toEqual({ done: false, value: new Uint8Array([1]) })
    const waiting = expect(reader.read()).rejects.toThrow('the bucket fell silent')
    await vi.advanceTimersByTimeAsync(5000)
    await waiting
    expect(isCancelled).toBe(true)
  })
})
