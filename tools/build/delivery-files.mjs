import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes `integrity.json` into a folder that is built: its version, and for each of its files what `integrity` of a page says. */
export async function writeIntegrity(root) {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
  const files = await Promise.all(
    names.sort().map(async name => [name, integrityOf(await readFile(path.join(root, name)))])
  )
  await writeFile(
    path.join(root, 'integrity.json'),
    `${JSON.stringify({ version, files: Object.fromEntries(files) }, null, 1)}\n`
  )
}

const integrityOf = content => `sha384-${createHash('sha384').update(content).digest('base64')}`
