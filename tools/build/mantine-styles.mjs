import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const PACKAGE_DIR = 'node_modules/@mantine/core'

export const isMantineStyles = id => id.endsWith(`${PACKAGE_DIR}/styles.css`)

/**
 * Styles of the components that are in the bundle, in the order of Mantine's file of all styles, which is 36 kB of gzip.
 * A file of styles without a component belongs to all.
 */
export async function selectMantineStyles(moduleIds) {
  const used = new Set(moduleIds.flatMap(id => /\/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? []))
  const known = new Set(
    (await readdir(path.join(PACKAGE_DIR, 'esm'), { recursive: true })).flatMap(
      file => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []
    )
  )
  const all = await readFile(path.join(PACKAGE_DIR, 'styles.css'), 'utf8')
  const files = (await readdir(path.join(PACKAGE_DIR, 'styles'))).filter(
    file => file.endsWith('.css') && !file.endsWith('.layer.css')
  )
  const parts = await Promise.all(
    files.map(async file => {
      const name = path.basename(file, '.css')
      const text = (await readFile(path.join(PACKAGE_DIR, 'styles', file), 'utf8')).trim()
      return { isUsed: !known.has(name) || used.has(name), position: all.indexOf(text), text }
    })
  )
  if (parts.some(({ position }) => position === -1))
    throw new Error('a file of @mantine/core/styles is not in styles.css')
  return parts
    .filter(({ isUsed }) => isUsed)
    .sort((one, other) => one.position - other.position)
    .map(({ text }) => text)
    .join('\n')
}
