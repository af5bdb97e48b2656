import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import { isDatabasePart, MANIFEST, type Manifest, parseFileEntry, parseManifest } from './archive-format.js'
import { BackupFailure, hasCode, toFileFailure } from './backup-failure.js'

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never

/** Each entry must be read or resumed before the next one comes. Throws BackupFailure. */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  const archive = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), archive)
  reading.catch(() => undefined)
  try {
    for await (const entry of archive) yield entry
    await reading
  } catch (error) {
    throw toReadFailure(error, file)
  } finally {
    archive.destroy()
  }
}

function toReadFailure(error: unknown, file: string): unknown {
  const isTorn =
    error instanceof Error && /unexpected end|invalid tar header|Writable stream closed/i.test(error.message)
  const isDamaged = hasCode(error, 'Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_STREAM_PREMATURE_CLOSE')
  if (isTorn || isDamaged) return new BackupFailure(`${file} is torn or damaged, or no archive of drama backup`)
  return toFileFailure(error, file)
}

/** Reads the whole archive and compares every checksum. Throws BackupFailure. */
export async function verifyArchive(file: string, signal: AbortSignal): Promise<Manifest> {
  const found = new Map<string, string>()
  let manifest: Manifest | null = null
  for await (const entry of readEntries(file)) {
    signal.throwIfAborted()
    const { name, type } = entry.header
    const isManifest = name === MANIFEST
    const isKnown = isManifest || isDatabasePart(name) || parseFileEntry(name) !== null
    if (!isKnown || found.has(name) || (type !== 'file' && type !== 'directory'))
      throw new BackupFailure(`${file} has an entry “${name}” that no backup writes`)
    const { sha256, text } = await readContent(readChunks(entry, file), isManifest)
    if (isManifest) manifest = parseManifest(text)
    else if (type === 'file') found.set(name, sha256)
  }
  if (manifest === null) throw new BackupFailure(`${file} has no manifest that this version can read`)
  for (const { name, sha256 } of manifest.entries) {
    if (found.get(name) !== sha256) throw new BackupFailure(`${file}: “${name}” is damaged or missing`)
    found.delete(name)
  }
  for (const name of found.keys()) throw new BackupFailure(`${file}: “${name}” is not in the manifest`)
  return manifest
}

/** Throws BackupFailure if `file` is torn or damaged. */
export async function* readChunks(entry: Entry, file: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of entry) {
      if (!(chunk instanceof Uint8Array)) throw new Error('the entry of an archive is no stream of bytes')
      yield chunk
    }
  } catch (error) {
    throw toReadFailure(error, file)
  }
}

async function readContent(
  content: AsyncIterable<Uint8Array>,
  isKept: boolean
): Promise<{ sha256: string; text: string }> {
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  for await (const chunk of content) {
    hash.update(chunk)
    if (isKept) chunks.push(chunk)
  }
  return { sha256: hash.digest('hex'), text: Buffer.concat(chunks).toString('utf8') }
}

/** The dump, which comes before all files. */
export async function* readDatabaseText(file: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  for await (const entry of readEntries(file)) {
    if (!isDatabasePart(entry.header.name)) break
    for await (const chunk of readChunks(entry, file)) yield decoder.write(Buffer.from(chunk))
  }
  yield decoder.end()
}
