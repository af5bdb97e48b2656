import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'
import { FETCH_POLICY } from './headers.js'

interface EarlyRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

export interface SentRequest {
  isSame(request: EarlyRequest): boolean
  use(signal: AbortSignal): Promise<Response>
  abort(): void
}

export function sendEarlyRequest(
  { fetch }: Pick<Environment, 'fetch'>,
  { url, ...request }: EarlyRequest,
  signal: AbortSignal
): SentRequest {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  const response = fetch(url, {
    ...request,
    ...FETCH_POLICY,
    keepalive: false,
    signal: controller.signal
  } as RequestInit)
  // Prevents an unhandled rejection if the response is never used.
  response.catch(() => undefined)
  return {
    isSame: other =>
      other.url === url &&
      other.method === request.method &&
      other.body === request.body &&
      toJson(other.headers) === toJson(request.headers),
    use(later) {
      if (later.aborted) abort()
      later.addEventListener('abort', abort)
      return response
    },
    abort
  }
}
