import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessRunning } from '../../server/lib/process-running.js'

const backupName = (slug: string): string => `.${slug}.old`

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  )

const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncTree(path) : syncFolder(path))
  }
  await syncFolder(folder)
}

const removeAbandonedFolders = async (out: string, slug: string): Promise<void> => {
  const names = await readdir(out).catch(() => [])
  for (const name of names) {
    const [, owner, pid] = /^\.(.+)\.new-(\d+)-/.exec(name) ?? []
    if (owner === slug && !isProcessRunning(Number(pid))) await rm(join(out, name), { recursive: true, force: true })
  }
}

/** Restores the previous version if a run was killed between the two renames of `publish`. */
export const finishInterrupted = async (out: string, slug: string): Promise<void> => {
  await removeAbandonedFolders(out, slug)
  const backup = join(out, backupName(slug))
  if (!(await exists(backup))) return
  if (await exists(join(out, slug))) await rm(backup, { recursive: true })
  else await rename(backup, join(out, slug))
}

/** Creates the folder beside the published one, because a rename publishes it. The server ignores dot names. */
export const createStagingFolder = async (out: string, slug: string): Promise<string> => {
  await mkdir(out, { recursive: true })
  return mkdtemp(join(out, `.${slug}.new-${process.pid}-`))
}

/** Syncs everything to disk before the two renames, so that the package changes at one moment. */
export const publish = async (staging: string, out: string, slug: string): Promise<void> => {
  await syncTree(staging)
  const target = join(out, slug)
  const backup = join(out, backupName(slug))
  const isReplacement = await exists(target)
  if (isReplacement) await rename(target, backup)
  try {
    await rename(staging, target)
  } catch (error) {
    if (isReplacement) await rename(backup, target)
    throw error
  }
  await syncFolder(out)
  await rm(backup, { recursive: true, force: true })
}
