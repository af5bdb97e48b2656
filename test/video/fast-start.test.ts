import { afterEach, expect, test, vi } from 'vitest'
import { createFastStart, type EngineHandover } from '../../src/video/fast-start.js'

const opening = {
  codecs: 'avc1.4d401f,mp4a.40.2',
  playlist: '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\n1.m4s\n',
  base_url: 'https://media.example/',
  master: ''
}
const events = { onHandover: () => undefined, onFailed: () => undefined }

class Source extends EventTarget {
  static isTypeSupported = () => true
  readyState = 'closed'
}

class Video extends EventTarget {
  src = ''
  currentTime = 0
  constructor(readonly error: object | null = null) {
    super()
  }
  removeAttribute() {
    this.src = ''
  }
  load() {}
}

function start(video: Video) {
  vi.stubGlobal('MediaSource', Source)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  const begin = { startSegments: opening, toCurrentUrl: (url: string) => url, position: 0, isPreload: true }
  return createFastStart(video as unknown as HTMLVideoElement, begin, events)
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an address that the element still has is not revoked: the browser would say that the file is not there', () => {
  const video = new Video()
  const heldWhenRevoked: string[] = []
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => void heldWhenRevoked.push(video.src))
  const fastStart = start(video)
  expect(video.src).toBe('blob:1')
  fastStart?.destroy()
  expect(heldWhenRevoked).toEqual([''])
})

test('an element whose stream was refused before anybody listened is left to what can tell why', () => {
  const video = new Video({ code: 4 })
  expect(start(video)).toBeUndefined()
  expect(video.src).toBe('')
})

const SEGMENTS = 5
const SEGMENT_BYTES = 200_000
const entries = Array.from({ length: SEGMENTS }, (_, index) => `#EXTINF:2,\n${index}.m4s\n`)
const fiveSegments = { ...opening, playlist: `#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n${entries.join('')}` }

class OpenBuffer extends EventTarget {
  end = 0
  buffered = { length: 1, start: () => 0, end: () => this.end }
  onupdateend = () => {}
  appendBuffer({ byteLength }: { byteLength: number }) {
    if (byteLength === SEGMENT_BYTES) this.end = 100
    queueMicrotask(() => this.onupdateend())
  }
  abort() {}
  evict() {
    this.end = 0
    this.dispatchEvent(new Event('bufferedchange'))
  }
}

let opened: ManagedSource

class OpenSource extends Source {
  override readyState = 'open'
  buffer = new OpenBuffer()
  addSourceBuffer() {
    return this.buffer
  }
}

class ManagedSource extends OpenSource {
  streaming = true
  constructor() {
    super()
    opened = this
  }
}

/** Plays 2 s segments of 800 kbit/s on a network that takes `segmentMs` for each; `handover` is what the pipeline answers. */
function stream(
  segmentMs: number,
  handover: () => unknown,
  { isPreload = false, position = 0, playlist = fiveSegments, isManaged = false } = {}
) {
  let now = 0
  const requested: string[] = []
  const asked: boolean[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const failedAt: number[] = []
  vi.stubGlobal(isManaged ? 'ManagedMediaSource' : 'MediaSource', isManaged ? ManagedSource : OpenSource)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url.slice(url.lastIndexOf('/') + 1))
    const pull = (controller: ReadableStreamDefaultController) => {
      const isInit = url.endsWith('init.mp4')
      now += isInit ? 0 : segmentMs
      controller.enqueue(new Uint8Array(isInit ? 1 : SEGMENT_BYTES))
      controller.close()
    }
    // Pulls only when read, so that the time passes after the response.
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    return new Response(body)
  })
  const video = new Video()
  const begin = { startSegments: playlist, toCurrentUrl: (url: string) => url, position, isPreload }
  const onHandover = (canLoadEngine: boolean) => {
    asked.push(canLoadEngine)
    return handover() as undefined
  }
  const fastStart = createFastStart(video as unknown as HTMLVideoElement, begin, {
    onHandover,
    onFailed: position => failedAt.push(position)
  })
  const playTo = (time: number) => {
    video.currentTime = time
    video.dispatchEvent(new Event('timeupdate'))
  }
  return { requested, asked, playTo, fastStart, video, failedAt }
}

test('a managed source that wants no more gets only what the picture needs now, until it wants more', async () => {
  const { requested, playTo } = stream(50, () => undefined, { isManaged: true })
  await expect.poll(() => requested).toEqual(['init.mp4', '0.m4s', '1.m4s'])
  opened.streaming = false
  playTo(1.9)
  await settled()
  expect(requested).toHaveLength(3)
  playTo(4)
  await expect.poll(() => requested.at(-1)).toBe('2.m4s')
  await settled()
  expect(requested).toHaveLength(4)
  opened.streaming = true
  opened.dispatchEvent(new Event('startstreaming'))
  await expect.poll(() => requested.at(-1)).toBe('3.m4s')
})

test('what a managed source has removed is loaded again once it is needed, and not for an episode that waits', async () => {
  const { requested, fastStart, video } = stream(50, () => undefined, { isManaged: true, isPreload: true })
  Object.assign(video, { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback: () => undefined })
  await expect.poll(() => requested).toEqual(['init.mp4', '0.m4s'])
  await settled()
  opened.buffer.evict()
  await settled()
  expect(requested).toHaveLength(2)
  fastStart?.endPreload()
  await expect.poll(() => requested.slice(2)).toContain('0.m4s')
})

test('a source that the browser closes, as after a way back to the page, is opened again where it was', async () => {
  const { requested, playTo, failedAt } = stream(50, () => undefined, { isManaged: true })
  await expect.poll(() => requested).toContain('1.m4s')
  playTo(1.5)
  opened.dispatchEvent(new Event('sourceclose'))
  expect(failedAt).toEqual([1.5])
})

const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))

test('on a slow network hls.js is requested only when it delays no segment that is needed', async () => {
  const { requested, asked, playTo } = stream(1000, () => undefined)
  playTo(0.9)
  await expect.poll(() => requested.at(-1)).toBe('2.m4s')
  expect(asked.slice(0, 2)).toEqual([false, true])
  const slow = stream(3000, () => undefined)
  // Nothing else is requested with four seconds ahead, so hls.js may come however slow the network is.
  await expect.poll(() => [slow.requested.at(-1), slow.asked.at(-1)]).toEqual(['1.m4s', true])
  expect(slow.asked[0]).toBe(false)
})

test('on a fast network the next segment is left to hls.js, as long as it may still come in time', async () => {
  let finishLoad = () => {}
  const load = new Promise<void>(resolve => {
    finishLoad = resolve
  })
  let engine: ((handover: EngineHandover) => void) | undefined
  const waiting = stream(50, () => engine ?? load)
  await expect.poll(() => waiting.asked).toEqual([true])
  waiting.playTo(0.5)
  await expect.poll(() => waiting.asked).toEqual([true, true])
  const next = new Promise<number>(resolve => {
    engine = handover => resolve(handover.next)
  })
  finishLoad()
  expect(await next).toBe(2)
  expect(waiting.requested).toEqual(['init.mp4', '0.m4s'])

  const late = stream(50, () => new Promise(() => undefined))
  await expect.poll(() => late.asked.length).toBe(1)
  late.playTo(1.1)
  await expect.poll(() => late.requested.at(-1)).toBe('1.m4s')

  const failed = stream(50, () => {
    const request = Promise.reject(new Error('no such chunk'))
    request.catch(() => undefined)
    return request
  })
  await expect.poll(() => failed.requested.at(-1)).toBe('1.m4s')
})

test('an episode that was left requests nothing more until it is shown again', async () => {
  const { requested, playTo, fastStart } = stream(1000, () => undefined)
  await expect.poll(() => requested.at(-1)).toBe('1.m4s')
  fastStart?.stopLoading()
  playTo(3)
  await new Promise(resolve => setImmediate(resolve))
  expect(requested.at(-1)).toBe('1.m4s')
  fastStart?.endPreload()
  playTo(3.2)
  await expect.poll(() => requested.at(-1)).toBe('3.m4s')
})

test('a preloaded episode that is shown leaves its first frame all of the processor, then hls.js takes over', async () => {
  const { requested, asked, video, fastStart } = stream(50, () => () => undefined, { isPreload: true })
  await expect.poll(() => requested).toEqual(['init.mp4', '0.m4s'])
  fastStart?.endPreload()
  await new Promise(resolve => setTimeout(resolve))
  expect(asked).toEqual([])
  video.dispatchEvent(new Event('playing'))
  await expect.poll(() => asked.length).toBe(1)
})

test('a preloaded episode that is shown without a picture for its position loads on', async () => {
  const { requested, fastStart, video } = stream(50, () => undefined, { isPreload: true })
  await expect.poll(() => requested).toEqual(['init.mp4', '0.m4s'])
  video.currentTime = 120
  fastStart?.endPreload()
  await expect.poll(() => requested.at(-1)).toBe('4.m4s')
})

test('a preloaded episode that was left before it had a segment loads one when it is prepared again', async () => {
  const { requested, fastStart } = stream(1000, () => undefined, { isPreload: true })
  fastStart?.stopLoading()
  await new Promise(resolve => setImmediate(resolve))
  requested.length = 0
  fastStart?.resumePreload()
  await expect.poll(() => requested).toEqual(['0.m4s'])
})

test('a position that the browser rounds to just before its segment begins with that segment', async () => {
  const exact = entries.map(entry => entry.replace('2,', '2.002000000001,'))
  const playlist = { ...opening, playlist: `#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n${exact.join('')}` }
  const { requested } = stream(1000, () => undefined, { position: 4.004, playlist })
  await expect.poll(() => requested.toSorted()[0]).toBe('2.m4s')
})
