import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFairQueue } from '../../lib/fair-queue.js'
import type { DrawPreview } from './preview-drawer.js'

/** About 50 kB each. */
const MAX_FILES = 2_000
const MAX_WAITING = 50

export class PreviewsBusy extends Error {}

export interface PreviewRequest {
  name: string
  /** Callers take turns by their address. */
  address: string
  readCover(): Promise<Uint8Array | null>
}

export interface PreviewFiles {
  /** Draws the preview if it is not stored. Null without a cover that can be decoded. Throws PreviewsBusy. */
  find(request: PreviewRequest): Promise<string | null>
}

interface Options {
  folder: string
  draw: DrawPreview
  maxFiles?: number
  maxWaiting?: number
}

export function createPreviewFiles({
  folder,
  draw,
  maxFiles = MAX_FILES,
  maxWaiting = MAX_WAITING
}: Options): PreviewFiles {
  const queue = createFairQueue()
  const pending = new Map<string, Promise<string | null>>()

  async function drawAndStore({ name, readCover }: PreviewRequest, path: string): Promise<string | null> {
    const cover = await readCover()
    const preview = cover && (await draw(cover))
    if (preview === null) return null
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
    await writeFile(draft, preview)
    await rename(draft, path)
    await removeOldest(folder, maxFiles)
    return path
  }

  return {
    async find(request) {
      const path = join(folder, request.name)
      if (existsSync(path)) return path
      const known = pending.get(request.name)
      if (known !== undefined) return known
      if (pending.size >= maxWaiting) throw new PreviewsBusy()
      const drawing = queue
        .run([request.address], () => drawAndStore(request, path))
        .finally(() => pending.delete(request.name))
      pending.set(request.name, drawing)
      return drawing
    }
  }
}

async function removeOldest(folder: string, maxFiles: number): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= maxFiles) return
  const files = await Promise.all(
    names.map(async name => {
      const path = join(folder, name)
      return { path, changedAt: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    })
  )
  const oldest = files.sort((one, other) => one.changedAt - other.changedAt).slice(0, names.length - maxFiles)
  for (const { path } of oldest) await rm(path, { force: true })
}
