import { MediaUnavailable } from '../media-store.js'
import type { BucketClient } from './bucket-client.js'
import { prefixKey } from './bucket-url.js'
import { readBodyText } from './stalled-body.js'

export interface ListedFile {
  size: number
  etag: string
  /** Epoch ms. */
  changedAt: number
}

export async function listFiles(
  client: BucketClient,
  prefix: string,
  folder: string
): Promise<Map<string, ListedFile>> {
  const start = `${prefixKey(prefix, folder)}/`
  const found = new Map<string, ListedFile>()
  let next: string | undefined
  do {
    const page = await listPage(client, start, next)
    for (const [key, file] of page.files) if (key.startsWith(start)) found.set(key.slice(start.length), file)
    if (page.next !== undefined && page.next === next) throw new MediaUnavailable('the bucket repeats its list')
    next = page.next
  } while (next !== undefined)
  return found
}

export async function checkBucketAccess(client: BucketClient, prefix: string): Promise<void> {
  const response = await client.send({ method: 'GET', key: null, query: { ...LIST_QUERY, prefix, 'max-keys': '1' } })
  if (response.status === 404) throw new MediaUnavailable('the bucket answered 404')
  await readBodyText(response)
}

const LIST_QUERY = { 'list-type': '2', 'encoding-type': 'url' }

async function listPage(client: BucketClient, prefix: string, token: string | undefined) {
  const continuation: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
  const response = await client.send({ method: 'GET', key: null, query: { ...LIST_QUERY, prefix, ...continuation } })
  if (response.status !== 200) throw new MediaUnavailable(`the bucket answered ${response.status} to a list`)
  const text = await readBodyText(response)
  if (!text.includes('<ListBucketResult')) throw new MediaUnavailable('the bucket answered no list')
  const files = [...text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) => {
    const file = {
      size: Number(readField(entry, 'Size')),
      etag: decodeEntities(readField(entry, 'ETag')).replaceAll('"', ''),
      changedAt: Date.parse(readField(entry, 'LastModified'))
    }
    return [decodeURIComponent(decodeEntities(readField(entry, 'Key')).replaceAll('+', ' ')), file] as const
  })
  const isTruncated = readField(text, 'IsTruncated') === 'true'
  return { files, next: isTruncated ? decodeEntities(readField(text, 'NextContinuationToken')) : undefined }
}

const readField = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''

const entities: Record<string, string> = {
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&'
}

const decodeEntities = (text: string) =>
  text.replace(/&(?:quot|#34|apos|lt|gt|amp);/g, entity => entities[entity] ?? entity)
