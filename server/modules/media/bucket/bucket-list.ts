import { MediaUnavailable } from '../media-store.js'
import type { BucketClient } from './bucket-client.js'
import { keyUnder } from './bucket-url.js'
import { textOf } from './stalled-body.js'

/** What a list says of a file. `etag` without its quotes; often, not always, the MD5 of the content. */
export interface ListedFile {
  size: number
  etag: string
}

/** The files of a bucket below a folder, by what their keys have after it. */
export async function listFiles(
  client: BucketClient,
  prefix: string,
  folder: string
): Promise<Map<string, ListedFile>> {
  const start = `${keyUnder(prefix, folder)}/`
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

/** Asks for no more than whether the bucket answers and lets us in. */
export async function probe(client: BucketClient, prefix: string): Promise<void> {
  const answer = await client.send({ method: 'GET', key: null, query: { ...LIST, prefix, 'max-keys': '1' } })
  if (answer.status === 404) throw new MediaUnavailable('the bucket answered 404')
  await textOf(answer)
}

const LIST = { 'list-type': '2', 'encoding-type': 'url' }

async function listPage(client: BucketClient, prefix: string, token: string | undefined) {
  const more: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
  const answer = await client.send({ method: 'GET', key: null, query: { ...LIST, prefix, ...more } })
  if (answer.status !== 200) throw new MediaUnavailable(`the bucket answered ${answer.status} to a list`)
  const text = await textOf(answer)
  if (!text.includes('<ListBucketResult')) throw new MediaUnavailable('the bucket answered no list')
  const files = [...text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) => {
    const file = { size: Number(field(entry, 'Size')), etag: plain(field(entry, 'ETag')).replaceAll('"', '') }
    return [decodeURIComponent(plain(field(entry, 'Key')).replaceAll('+', ' ')), file] as const
  })
  const isCut = field(text, 'IsTruncated') === 'true'
  return { files, next: isCut ? plain(field(text, 'NextContinuationToken')) : undefined }
}

const field = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''

const signs: Record<string, string> = {
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&'
}

const plain = (text: string) => text.replace(/&(?:quot|#34|apos|lt|gt|amp);/g, sign => signs[sign] ?? sign)
