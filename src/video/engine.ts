// The only file that knows hls.js; a chunk of its own, loaded when something is about to play.
import Hls, {
  type FragmentLoaderContext,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  type LoadPolicy,
  type PlaylistLoaderContext
} from 'hls.js/light'
import type { Source } from './source.js'
import type { Handover } from './starter.js'

/** Seconds kept ahead while playing, and for an episode that only waits for its turn. */
const BUFFER_PLAYING = 30
const BUFFER_WAITING = 2

/** hls.js's own limits leave a frozen picture for up to two minutes; these give up within twenty seconds. */
const fragments: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 6000,
    maxLoadTimeMs: 15_000,
    timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 4000 }
  }
}

const playlists: LoadPolicy = {
  default: {
    maxTimeToFirstByteMs: 6000,
    maxLoadTimeMs: 10_000,
    timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 4000 }
  }
}

const config: Partial<HlsConfig> = {
  // Segments are fMP4 already: a worker would cost 40 KB and save nothing.
  enableWorker: false,
  startLevel: 0,
  testBandwidth: false,
  capLevelToPlayerSize: true,
  fragLoadPolicy: fragments,
  manifestLoadPolicy: playlists,
  playlistLoadPolicy: playlists
}

/** Streams into one `<video>`; used again for every episode that element shows. */
export interface Engine {
  /** A waiting engine fetches the first segment and no more. */
  load(source: Source, isWaiting: boolean): void
  /** Goes on with a stream that plays already; only engines over MediaSource can. */
  adopt?(source: Source, handover: Handover): void
  /** From now on buffers as far ahead as playing needs. */
  wake(): void
  destroy(): void
}

export function isSupported(): boolean {
  return Hls.isSupported()
}

/** `onFatal` fires once everything hls.js tries by itself has failed. */
export function createEngine(video: HTMLVideoElement, onFatal: (kind: string) => void): Engine {
  let hls: Hls | undefined
  let hasRecovered = false
  function open({ position, playlists }: Source, isWaiting: boolean, segments: Known = new Map()): Hls {
    hls?.destroy()
    hasRecovered = false
    const created = new Hls({
      ...config,
      pLoader: loaderOf<PlaylistLoaderContext>(playlists) as unknown as HlsConfig['pLoader'],
      fLoader: loaderOf<FragmentLoaderContext>(segments) as unknown as HlsConfig['fLoader'],
      startPosition: position,
      maxMaxBufferLength: isWaiting ? BUFFER_WAITING : BUFFER_PLAYING,
      maxBufferLength: isWaiting ? BUFFER_WAITING : BUFFER_PLAYING
    })
    // hls.js waits for ever for a source that the page's policy does not let in.
    const opening = new AbortController()
    video.addEventListener('error', () => onFatal('refused'), { signal: opening.signal })
    created.once(Hls.Events.MEDIA_ATTACHED, () => opening.abort())
    created.once(Hls.Events.DESTROYING, () => opening.abort())
    created.on(Hls.Events.ERROR, (_event, { fatal, type, details }) => {
      if (!fatal) return
      if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
        hasRecovered = true
        created.recoverMediaError()
      } else onFatal(details)
    })
    return created
  }
  return {
    load(source, isWaiting) {
      hls = open(source, isWaiting)
      hls.loadSource(source.url)
      hls.attachMedia(video)
    },
    adopt(source, { mediaSource, buffer, codecs, init, next, bandwidth }) {
      const created = open({ ...source, position: next }, false, new Map([[init.url, init.bytes]]))
      hls = created
      created.config.startLevel = -1
      created.bandwidthEstimate = bandwidth
      // The first segment is asked for behind what plays already, whatever quality it comes in, and nothing seeks there.
      const goOn = () => created.startLoad(next, true)
      created.on(Hls.Events.LEVEL_UPDATED, goOn)
      created.once(Hls.Events.FRAG_LOADING, () => created.off(Hls.Events.LEVEL_UPDATED, goOn))
      created.loadSource(source.url)
      const track = { id: 'main' as const, container: 'video/mp4', codec: codecs, levelCodec: codecs, buffer }
      const name = codecs.includes(',') ? 'audiovideo' : 'video'
      created.attachMedia({ media: video, mediaSource, tracks: { [name]: { ...track, listeners: [] } } })
    },
    wake() {
      if (!hls) return
      hls.config.maxMaxBufferLength = BUFFER_PLAYING
      hls.config.maxBufferLength = BUFFER_PLAYING
    },
    destroy() {
      hls?.destroy()
      hls = undefined
    }
  }
}

type Known = ReadonlyMap<string, string | ArrayBuffer>

/** What is known already, by its address, costs no round trip. */
function loaderOf<Context extends LoaderContext>(known: Known) {
  return class extends Hls.DefaultConfig.loader {
    override load(context: Context, configuration: LoaderConfiguration, callbacks: LoaderCallbacks<Context>) {
      const data = known.get(context.url)
      if (data === undefined) {
        super.load(context, configuration, callbacks as never)
        return
      }
      const now = performance.now()
      Object.assign(this.stats.loading, { start: now, first: now, end: now })
      this.stats.loaded = typeof data === 'string' ? data.length : data.byteLength
      queueMicrotask(() => callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null))
    }
  }
}
