// API client that checks every successful response against the contract.

import { endpoints, type PathOf, type RequestOf, type ResponseOf } from '../../../contract/index.js'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import type { TestServer } from './open-test-server.js'

type Path = (typeof endpoints)[number]['path']

export interface ApiResponse<Data> {
  status: number
  headers: Headers
  code: number
  msg: string
  data: Data
  text: string
}

export interface ApiClient {
  get<P extends PathOf<'GET'>>(path: P, query?: Record<string, string>): Promise<ApiResponse<ResponseOf<P>>>
  post<P extends PathOf<'POST'>>(
    path: P,
    body?: RequestOf<P> | object,
    more?: Record<string, string>
  ): Promise<ApiResponse<ResponseOf<P>>>
  token: string | null
}

export function createApiClient(
  server: Pick<TestServer, 'fetch'>,
  token: string | null = null,
  deviceId = 'device1',
  own: Record<string, string> = {}
): ApiClient {
  const headers: Record<string, string> = { 'XX-Device-Id': deviceId, ...own }
  if (token !== null) headers.Authorization = token
  return {
    token,
    get: async (path, query = {}) =>
      read(path, await server.fetch(`${path}?${new URLSearchParams(query)}`, { headers })),
    post: async (path, body = {}, more = {}) => {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const answer = await server.fetch(path, {
        ...init,
        headers: { ...headers, 'Content-Type': 'application/json', ...more }
      })
      return read(path, answer)
    }
  }
}

/** Retries after 503 with the same key: on a busy machine 50 requests may wait too long for ten connections. */
export function retryOnBusy(client: ApiClient): ApiClient {
  const post: ApiClient['post'] = async (path, body, more) => {
    const answer = await client.post(path, body, more)
    return answer.status === 503 ? post(path, body, more) : answer
  }
  return { ...client, post }
}

export async function signIn(
  server: Pick<TestServer, 'fetch'>,
  body: object = {},
  own: Record<string, string> = {}
): Promise<ApiClient & { userId: string }> {
  const { data } = await createApiClient(server, null, undefined, own).post('/index/visitor_login', body)
  return { ...createApiClient(server, data.token, undefined, own), userId: data.user.id }
}

async function read<P extends Path>(path: P, response: Response): Promise<ApiResponse<ResponseOf<P>>> {
  const text = await response.text()
  const { code, msg, data } = JSON.parse(text)
  if (code === SUCCESS_CODE) endpoints.find(endpoint => endpoint.path === path)?.response.parse(data)
  return { status: response.status, headers: response.headers, code, msg, data, text }
}
