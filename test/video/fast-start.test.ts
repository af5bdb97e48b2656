import { afterEach, expect, test, vi } from 'vitest'
import { createFastStart } from '../../src/video/fast-start.js'

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
