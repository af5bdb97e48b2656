import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** As `npm pack` has it, so that the same files always have the same bytes. */
const MODIFIED_AT = new Date('1985-10-26T08:15:00Z')

/** Packs the folder as npm installs it. */
export async function packFolder(folder, file) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
  const archive = pack()
  for (const source of files.sort()) {
    const name = path.posix.join('package', path.relative(folder, source).split(path.sep).join('/'))
    archive.entry({ name, mode: 0o644, mtime: MODIFIED_AT }, await readFile(source))
  }
  archive.finalize()
  await writeFile(file, await buffer(archive.pipe(createGzip({ level: 9 }))))
}
