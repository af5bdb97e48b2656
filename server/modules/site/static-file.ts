import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { LRUCache } from 'lru-cache'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.mp4': 'video/mp4',
  '.tgz': 'application/gzip'
}

export interface StaticFile {
  path: string
  type: string
  encoding: 'br' | 'gzip' | null
}

const MAX_FOUND_FILES = 2000
/** So that a page that is loading finds its files once. What is in them is read anew. */
const FOUND_LIFETIME_MS = 1000
const foundFiles = new LRUCache<string, StaticFile>({ max: MAX_FOUND_FILES, ttl: FOUND_LIFETIME_MS })

export async function findStaticFile(root: string, path: string, acceptEncoding: string): Promise<StaticFile | null> {
  const accepted = encodings.filter(({ encoding }) => acceptsEncoding(acceptEncoding, encoding))
  const key = [root, path, ...accepted.map(({ encoding }) => encoding)].join('\0')
  const known = foundFiles.get(key)
  if (known !== undefined) return known
  const decoded = decodePath(path)
  if (decoded === null) return null
  const found = await findInside(root, decoded.endsWith('/') ? `${decoded}index.html` : decoded)
  if (found === null) return null
  const type = contentTypes[extname(found)] ?? 'application/octet-stream'
  const file = { path: found, type, encoding: null, ...(await findCompressed(found, accepted)) }
  foundFiles.set(key, file)
  return file
}

function decodePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    const parts = decoded.split('/')
    const isHostile = decoded.includes('\0') || decoded.includes('\\') || parts.some(part => part.startsWith('.'))
    return isHostile ? null : decoded
  } catch {
    return null
  }
}

async function findInside(root: string, path: string): Promise<string | null> {
  const [folder, file] = await Promise.all([resolvePath(root), resolvePath(join(root, path))])
  if (folder === null || file === null || !file.startsWith(folder + sep)) return null
  return (await stat(file)).isFile() ? file : null
}

const resolvePath = (path: string) => realpath(path).catch(() => null)

const encodings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' }
] as const

async function findCompressed(
  path: string,
  accepted: readonly (typeof encodings)[number][]
): Promise<Pick<StaticFile, 'path' | 'encoding'> | undefined> {
  for (const { encoding, ending } of accepted) {
    if ((await resolvePath(path + ending)) !== null) return { path: path + ending, encoding }
  }
  return undefined
}

/** `header` is Accept-Encoding. */
export const acceptsEncoding = (header: string, encoding: 'br' | 'gzip') =>
  new RegExp(`\\b${encoding}\\b(?!;\\s*q=0(?:\\.0*)?(?:,|$))`).test(header)
