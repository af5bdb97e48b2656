import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

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

export async function findStaticFile(root: string, path: string, acceptEncoding: string): Promise<StaticFile | null> {
  const decoded = decodePath(path)
  if (decoded === null) return null
  const found = await findInside(root, decoded.endsWith('/') ? `${decoded}index.html` : decoded)
  if (found === null) return null
  const type = contentTypes[extname(found)] ?? 'application/octet-stream'
  const compressed = await findCompressed(found, acceptEncoding)
  return { path: compressed?.path ?? found, type, encoding: compressed?.encoding ?? null }
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

async function findCompressed(path: string, acceptEncoding: string) {
  const forms = [
    { encoding: 'br' as const, path: `${path}.br` },
    { encoding: 'gzip' as const, path: `${path}.gz` }
  ]
  for (const form of forms) {
    if (acceptsEncoding(acceptEncoding, form.encoding) && (await resolvePath(form.path)) !== null) return form
  }
  return null
}

/** `header` is Accept-Encoding. */
export const acceptsEncoding = (header: string, encoding: 'br' | 'gzip') =>
  new RegExp(`\\b${encoding}\\b(?!;\\s*q=0(?:\\.0*)?(?:,|$))`).test(header)
