import { type FileRequest, type StoredFile, singleRange } from '../../../http/file-response.js'
import { isKey, type MediaStore, MediaUnavailable } from '../media-store.js'
import type { BucketClient } from './bucket-client.js'
import { failWhenStalled } from './stalled-body.js'

/** The files of a bucket. */
export function openBucket(client: BucketClient): MediaStore {
  return {
    async open(key, wish) {
      if (!isKey(key)) return undefined
      const loose: Record<string, string> = {}
      // Anything but a single range is answered whole, here as in folders.
      if (wish.range !== null && singleRange(wish.range) !== null) loose.Range = wish.range
      if (wish.ifNoneMatch !== null) loose['If-None-Match'] = wish.ifNoneMatch
      const answer = await client.send({ method: wish.isHead ? 'HEAD' : 'GET', key, loose })
      if (answer.status === 404) return undefined
      if (answer.status === 416) return unsatisfiable(client, key, answer)
      return read(answer, wish)
    }
  }
}

/** Not every bucket says with a refused range how large the file is. */
async function unsatisfiable(client: BucketClient, key: string, refused: Response): Promise<StoredFile | undefined> {
  await refused.body?.cancel()
  const answer = await client.send({ method: 'HEAD', key })
  if (answer.status === 404) return undefined
  return { state: 'unsatisfiable', etag: etagOf(answer), size: lengthOf(answer) }
}

function read(answer: Response, { isHead }: FileRequest): StoredFile {
  const etag = etagOf(answer)
  if (answer.status === 304) return { state: 'unchanged', etag }
  const body = isHead || answer.body === null ? null : failWhenStalled(answer.body)
  const length = lengthOf(answer)
  if (answer.status !== 206) return { state: 'content', etag, size: length, range: null, body }
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? []
  if (size === undefined) throw new MediaUnavailable('the bucket answered a part without saying which')
  return { state: 'content', etag, size: Number(size), range: { start: Number(start), end: Number(end) }, body }
}

const etagOf = (answer: Response) => answer.headers.get('ETag') ?? `"${lengthOf(answer).toString(36)}"`

function lengthOf({ headers }: Response): number {
  const length = headers.get('Content-Length')
  if (length === null) throw new MediaUnavailable('the bucket answered without a length')
  return Number(length)
}
