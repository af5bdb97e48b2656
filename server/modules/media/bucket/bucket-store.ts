import { type FileRequest, parseSingleRange, type StoredFile } from '../../../http/file-response.js'
import { isKey, type MediaStore, MediaUnavailable } from '../media-store.js'
import type { BucketClient } from './bucket-client.js'
import { failWhenStalled } from './stalled-body.js'

export function openBucket(client: BucketClient): MediaStore {
  return {
    async open(key, request) {
      if (!isKey(key)) return undefined
      const conditionalHeaders: Record<string, string> = {}
      if (request.range !== null && parseSingleRange(request.range) !== null) conditionalHeaders.Range = request.range
      if (request.ifNoneMatch !== null) conditionalHeaders['If-None-Match'] = request.ifNoneMatch
      const response = await client.send({
        method: request.isHead ? 'HEAD' : 'GET',
        key,
        unsignedHeaders: conditionalHeaders
      })
      if (response.status === 404) return undefined
      if (response.status === 416) return readUnsatisfiable(client, key, response)
      return toStoredFile(response, request)
    }
  }
}

/** Sends a HEAD request, because some buckets omit the size from a 416 response. */
async function readUnsatisfiable(
  client: BucketClient,
  key: string,
  refused: Response
): Promise<StoredFile | undefined> {
  await refused.body?.cancel()
  const response = await client.send({ method: 'HEAD', key })
  if (response.status === 404) return undefined
  return { state: 'unsatisfiable', etag: readEtag(response), size: readLength(response) }
}

function toStoredFile(response: Response, { isHead }: FileRequest): StoredFile {
  const etag = readEtag(response)
  if (response.status === 304) return { state: 'unchanged', etag }
  const body = isHead || response.body === null ? null : failWhenStalled(response.body)
  const length = readLength(response)
  if (response.status !== 206) return { state: 'content', etag, size: length, range: null, body }
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? []
  if (size === undefined) throw new MediaUnavailable('the bucket answered a part without saying which')
  return { state: 'content', etag, size: Number(size), range: { start: Number(start), end: Number(end) }, body }
}

const readEtag = (response: Response) => response.headers.get('ETag') ?? `"${readLength(response).toString(36)}"`

function readLength({ headers }: Response): number {
  const length = headers.get('Content-Length')
  if (length === null) throw new MediaUnavailable('the bucket answered without a length')
  return Number(length)
}
