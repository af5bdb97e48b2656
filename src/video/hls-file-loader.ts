// Replaces the loader of hls.js, which waits too long and copies properties that a host page added to Object.prototype
// into request headers.
import { type MediaRequest, MediaRequestError, requestMedia } from './media-request.js'

export interface LoaderOptions extends Pick<MediaRequest, 'source' | 'isStarving'> {
  known: ReadonlyMap<string, string | ArrayBuffer>
  onFault(fault: MediaRequestError): void
  activeLoaders: Set<object>
}

interface Context {
  url: string
  responseType: string
}

interface Callbacks {
  onSuccess(response: object, stats: Stats, context: Context, network: null): void
  onError(error: { code: number; text: string }, context: Context, network: null, stats: Stats): void
  onAbort?(stats: Stats, context: Context, network: null): void
  /** Only for segments. */
  onProgress?(stats: Stats, context: Context, data: Uint8Array<ArrayBuffer>, network: null): void
}

type Stats = ReturnType<typeof emptyStats>

export function createHlsLoader(options: LoaderOptions) {
  return class extends FileLoader {
    constructor() {
      super(options)
    }
  }
}

class FileLoader {
  context: Context | null = null
  readonly stats = emptyStats()
  private readonly ending = new AbortController()
  private callbacks: Callbacks | undefined

  constructor(private readonly options: LoaderOptions) {}

  load(context: Context, _configuration: object, callbacks: Callbacks) {
    this.context = context
    this.callbacks = callbacks
    this.stats.loading.start = performance.now()
    this.options.activeLoaders.add(this)
    void this.run(context)
      .finally(() => this.options.activeLoaders.delete(this))
      .then(
        data => this.succeed(context, data),
        error => this.fail(context, error)
      )
  }

  private async run(context: Context): Promise<string | ArrayBuffer> {
    const { url, responseType } = context
    const { source, isStarving, known } = this.options
    const { stats } = this
    const data = known.get(url)
    if (data !== undefined) {
      stats.loading.first = stats.loading.start
      return data
    }
    const file = await requestMedia({
      source,
      url,
      isStarving,
      isText: responseType !== 'arraybuffer',
      signal: this.ending.signal,
      onProgress(loaded, total) {
        Object.assign(stats, { loaded, total })
        stats.loading.first ||= performance.now()
      },
      onChunks: this.callbacks?.onProgress && (bytes => this.callbacks?.onProgress?.(stats, context, bytes, null))
    })
    // Excludes earlier waits from the bandwidth estimate of hls.js.
    Object.assign(stats.loading, { start: file.since, first: file.first })
    return file.data
  }

  private succeed(context: Context, data: string | ArrayBuffer) {
    this.stats.loading.end = performance.now()
    this.stats.loaded = this.stats.total = typeof data === 'string' ? data.length : data.byteLength
    // Reports the requested url, so that urls resolved from a playlist stay the same after a ticket renewal.
    this.callbacks?.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null)
  }

  private fail(context: Context, error: unknown) {
    if (this.ending.signal.aborted) return
    const fault = error instanceof MediaRequestError ? error : new MediaRequestError('network', 0)
    this.options.onFault(fault)
    this.callbacks?.onError({ code: fault.status, text: fault.message }, context, null, this.stats)
  }

  abort() {
    if (this.ending.signal.aborted || this.stats.loading.end) return
    this.stats.aborted = true
    this.ending.abort()
    if (this.context) this.callbacks?.onAbort?.(this.stats, this.context, null)
  }

  destroy() {
    this.callbacks = undefined
    this.ending.abort()
  }
}

function emptyStats() {
  return {
    aborted: false,
    loaded: 0,
    retry: 0,
    total: 0,
    chunkCount: 0,
    bwEstimate: 0,
    loading: { start: 0, first: 0, end: 0 },
    parsing: { start: 0, end: 0 },
    buffering: { start: 0, first: 0, end: 0 }
  }
}
