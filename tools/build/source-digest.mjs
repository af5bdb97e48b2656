import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export async function sourceDigest(roots) {
  const hash = createHash('sha256')
  for (const root of roots)
    for (const file of (await listFiles(root)).sort()) hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

async function listFiles(root) {
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (!entries) return [root]
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
}
