import type { PathOf, RequestOf, ResponseOf } from '../../../contract/index.js'
import { MAINTENANCE_CODE, PREVENTED_STATUS, SERVER_BUSY_CODE, SUCCESS_CODE } from './error-codes.js'
import type { Requester, RequestOptions } from './request.js'
import { BusinessError, RequestError } from './request-error.js'

export type CallOptions = Pick<
  RequestOptions,
  'prevent' | 'ignoredKeys' | 'timeout' | 'loading' | 'signal' | 'headers' | 'keepalive' | 'sent'
> & {
  /** Shows no toast, because the caller handles the failure. */
  isQuiet?: boolean
}

/** Calls resolve with `data`; they reject with BusinessError or RequestError. */
export interface Api {
  get<Path extends PathOf<'GET'>>(path: Path, data: RequestOf<Path>, options?: CallOptions): Promise<ResponseOf<Path>>
  post<Path extends PathOf<'POST'>>(path: Path, data: RequestOf<Path>, options?: CallOptions): Promise<ResponseOf<Path>>
}

export interface ApiOptions {
  request: Requester
  whenReady(): Promise<void>
  onRequestError(error: RequestError, path: string, isQuiet: boolean): void
}

export function createApi({ request, whenReady, onRequestError }: ApiOptions): Api {
  async function call(method: 'GET' | 'POST', url: string, data: Record<string, unknown>, options: CallOptions = {}) {
    await whenReady()
    const { isQuiet = false, ...rest } = options
    try {
      return await unwrap(request, { ...rest, method, url, data })
    } catch (error) {
      if (error instanceof RequestError) onRequestError(error, url, isQuiet)
      throw error
    }
  }
  return {
    get: (path, data, options) => call('GET', path, data, options) as Promise<never>,
    post: (path, data, options) => call('POST', path, data, options) as Promise<never>
  }
}

async function unwrap(request: Requester, options: RequestOptions): Promise<unknown> {
  const { status, message, data } = await request(options)
  if (!data) throw new RequestError(status === PREVENTED_STATUS ? 'prevented' : 'cancelled', message, status)
  if (status >= 500 || data.code === SERVER_BUSY_CODE || data.code === MAINTENANCE_CODE)
    throw new RequestError('server', message, data.code)
  if (data.code === SUCCESS_CODE) return data.data
  throw new BusinessError(data.code, message, data.data)
}
