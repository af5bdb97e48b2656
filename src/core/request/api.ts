import type { PathOf, RequestOf, ResponseOf } from '../../../contract/index.js'
import type { Environment } from '../environment.js'
import { openEnvelope } from './envelope.js'
import { addQuery } from './query-string.js'
import { BusinessError, RequestError } from './request-error.js'
import { send } from './send.js'

const SUCCESS = 200
const SESSION_INVALID = 999

export interface ApiOptions {
  environment: Environment
  /** Origin of the API, without a slash at the end; empty for the page's own origin. */
  base: string
  /** 16 characters; opens encrypted answers. */
  envelopeSecret: string
  /** Wire code of the language, read at every call. */
  lang(): string
  /** The stored tokens and device id, read at every call. */
  identity(): Promise<Identity>
  /** A 999 arrived for a call made with `token`. */
  onSessionInvalid(token: string): void
  /** A fault worth telling the host page about. */
  onFault(kind: RequestError['kind'], path: string): void
  signal: AbortSignal
}

export interface Identity {
  token: string | undefined
  deviceId: string
  secondToken: string | undefined
}

/** Typed calls; they resolve with `data` and reject with BusinessError or RequestError. */
export interface Api {
  get<Path extends PathOf<'GET'>>(path: Path, parameters: RequestOf<Path>): Promise<ResponseOf<Path>>
  post<Path extends PathOf<'POST'>>(path: Path, parameters: RequestOf<Path>): Promise<ResponseOf<Path>>
}

export function createApi(options: ApiOptions): Api {
  const call = async (method: 'GET' | 'POST', path: string, parameters: Record<string, unknown>) => {
    const identity = await options.identity()
    const filled = { ...parameters, lang: options.lang() }
    try {
      const { status, body } = await send(options.environment, {
        method,
        url: method === 'GET' ? addQuery(options.base + path, filled) : options.base + path,
        headers: headersFor(identity, method),
        body: method === 'GET' ? undefined : JSON.stringify(filled),
        signal: options.signal
      })
      if (status >= 500) throw new RequestError('server', `HTTP ${status}`)
      const answer = await openEnvelope(body, options.envelopeSecret, options.environment.subtle)
      if (answer.code === SUCCESS) return answer.data
      if (answer.code === SESSION_INVALID) options.onSessionInvalid(identity.token ?? '')
      throw new BusinessError(answer.code, answer.message, answer.data)
    } catch (error) {
      if (error instanceof RequestError && error.kind !== 'abort') options.onFault(error.kind, path)
      throw error
    }
  }
  return {
    get: (path, parameters) => call('GET', path, parameters) as Promise<never>,
    post: (path, parameters) => call('POST', path, parameters) as Promise<never>
  }
}

function headersFor(identity: Identity, method: string): Record<string, string> {
  const headers: Record<string, string> = { 'XX-Device-Id': identity.deviceId }
  if (identity.token) headers.Authorization = identity.token
  if (identity.secondToken) headers['XX-Token'] = identity.secondToken
  if (method !== 'GET') headers['Content-Type'] = 'application/json'
  return headers
}
