import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { MANIFEST, type Manifest, type ManifestEntry } from './archive-format.js'
import { toFileFailure } from './backup-failure.js'

export interface ArchiveEntry {
  name: string
  mode: number
  modifiedAt: Date
  /** Null for a folder. */
  content: { bytes: number; chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> } | null
}

/** Films, which are most of it, do not get smaller. */
const GZIP_LEVEL = 1

/** The file has its name only when it is whole and on the disk. */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  createManifest: (entries: ManifestEntry[]) => Manifest,
  signal: AbortSignal
): Promise<Manifest> {
  const draft = `${file}.${process.pid}.part`
  const archive = pack()
  const failed = new AbortController()
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  const writing = pipeline(archive, createGzip({ level: GZIP_LEVEL }), output, { signal }).catch(error => {
    failed.abort()
    throw toFileFailure(error, file)
  })
  // It is awaited only when the last entry is packed.
  writing.catch(() => undefined)
  try {
    const manifest = await packEntries(archive, entries, createManifest, failed.signal).catch(error => {
      archive.destroy()
      // The reason is that the file could not be written.
      if (failed.signal.aborted) return writing.then(() => Promise.reject(error))
      throw error
    })
    await writing
    await rename(draft, file)
    return manifest
  } catch (error) {
    await writing.catch(() => undefined)
    await rm(draft, { force: true }).catch(() => undefined)
    signal.throwIfAborted()
    throw error
  }
}

async function packEntries(
  archive: Pack,
  entries: AsyncIterable<ArchiveEntry>,
  createManifest: (entries: ManifestEntry[]) => Manifest,
  signal: AbortSignal
): Promise<Manifest> {
  const list: ManifestEntry[] = []
  for await (const entry of entries) {
    const sha256 = await packEntry(archive, entry, signal)
    if (entry.content !== null) list.push({ name: entry.name, bytes: entry.content.bytes, sha256 })
  }
  const manifest = createManifest(list)
  const chunk = Buffer.from(JSON.stringify(manifest))
  const content = { bytes: chunk.length, chunks: [chunk] }
  await packEntry(archive, { name: MANIFEST, mode: 0o600, modifiedAt: new Date(manifest.created_at), content }, signal)
  archive.finalize()
  return manifest
}

async function packEntry(
  archive: Pack,
  { name, mode, modifiedAt, content }: ArchiveEntry,
  signal: AbortSignal
): Promise<string> {
  signal.throwIfAborted()
  const hash = createHash('sha256')
  const type = content === null ? 'directory' : 'file'
  const header = { name, type, mode, mtime: modifiedAt, size: content?.bytes ?? 0 } as const
  let finish = (_error?: Error | null) => {}
  const finished = new Promise<void>((resolve, reject) => {
    finish = error => (error ? reject(error) : resolve())
  })
  finished.catch(() => undefined)
  const sink = archive.entry(header, error => finish(error))
  sink.on('error', finish)
  for await (const chunk of content?.chunks ?? []) {
    signal.throwIfAborted()
    hash.update(chunk)
    if (!sink.write(chunk)) await once(sink, 'drain', { signal })
  }
  sink.end(undefined)
  await finished
  return hash.digest('hex')
}
