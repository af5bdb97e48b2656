import type { ConsoleClient } from './console-client.js'
import type { TestServer } from './open-test-server.js'

const PATH = '/console/api/uploads'

export const encodeMetadata = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** What the console's page sends. */
export const tusHeaders = ({ cookie, csrfToken }: ConsoleClient): Record<string, string> => ({
  Cookie: cookie,
  'Sec-Fetch-Site': 'same-origin',
  'X-CSRF-Token': csrfToken,
  'Tus-Resumable': '1.0.0'
})

export interface TusAnswer {
  status: number
  reason: string | undefined
  headers: Headers
}

async function toAnswer(response: Response): Promise<TusAnswer> {
  const text = await response.text()
  const reason = text.startsWith('{') ? JSON.parse(text).data?.reason : undefined
  return { status: response.status, reason, headers: response.headers }
}

export interface TusClient {
  create(file: { name: string; size: number; dramaId?: string }, headers?: Record<string, string>): Promise<TusAnswer>
  patch(id: string, offset: number, bytes: string, headers?: Record<string, string>): Promise<TusAnswer>
  head(id: string, headers?: Record<string, string>): Promise<TusAnswer>
  remove(id: string, headers?: Record<string, string>): Promise<TusAnswer>
  /** Uploads the whole file; returns its id. */
  upload(name: string, content: string, dramaId?: string): Promise<string>
}

export function createTusClient(server: TestServer, client: ConsoleClient): TusClient {
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) =>
    toAnswer(await server.fetch(path, { ...init, headers: { ...tusHeaders(client), ...init.headers } }))
  const tus: TusClient = {
    create: ({ name, size, dramaId = 'd_rain' }, headers = {}) =>
      send(PATH, {
        method: 'POST',
        headers: {
          'Upload-Length': String(size),
          'Upload-Metadata': encodeMetadata({ drama_id: dramaId, filename: name }),
          ...headers
        }
      }),
    patch: (id, offset, bytes, headers = {}) =>
      send(`${PATH}/${id}`, {
        method: 'PATCH',
        body: bytes,
        headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers }
      }),
    head: (id, headers = {}) => send(`${PATH}/${id}`, { method: 'HEAD', headers }),
    remove: (id, headers = {}) => send(`${PATH}/${id}`, { method: 'DELETE', headers }),
    async upload(name, content, dramaId = 'd_rain') {
      const created = await tus.create({ name, size: Buffer.byteLength(content), dramaId })
      if (created.status !== 201) throw new Error(`${name}: ${created.status} ${created.reason}`)
      const id = readUploadId(created)
      const { status } = await tus.patch(id, 0, content)
      if (status !== 204) throw new Error(`${name}: ${status}`)
      return id
    }
  }
  return tus
}

export const readUploadId = ({ headers }: TusAnswer): string => headers.get('Location')?.split('/').at(-1) ?? ''
