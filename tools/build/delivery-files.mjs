import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Writes `integrity.json`: the version, and the subresource integrity hash of each file. */
export async function writeIntegrityFile(root) {
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

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/
/** Smaller files save less than the extra header costs. */
const MIN_COMPRESSIBLE_BYTES = 500

/** Writes a `.br` and a `.gz` beside every text file, so that no request waits for compression. */
export async function compressTree(root) {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  const files = entries.filter(entry => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map(entry => compressFile(path.join(entry.parentPath ?? entry.path, entry.name))))
}

async function compressFile(file) {
  if ((await stat(file)).size < MIN_COMPRESSIBLE_BYTES) return
  const content = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
