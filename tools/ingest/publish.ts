import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const oldName = (slug: string): string => `.${slug}.old`

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

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Removes what runs that were killed outright left behind. */
const sweep = async (out: string, slug: string): Promise<void> => {
  const names = await readdir(out).catch(() => [])
  for (const name of names) {
    const [, owner, pid] = /^\.(.+)\.new-(\d+)-/.exec(name) ?? []
    if (owner === slug && !isAlive(Number(pid))) await rm(join(out, name), { recursive: true, force: true })
  }
}

/** Puts back the previous version if a run was cut down between the two renames of `publish`. */
export const finishInterrupted = async (out: string, slug: string): Promise<void> => {
  await sweep(out, slug)
  const old = join(out, oldName(slug))
  if (!(await exists(old))) return
  if (await exists(join(out, slug))) await rm(old, { recursive: true })
  else await rename(old, join(out, slug))
}

/** A folder beside the published one, so that a rename can put it in place; dot names are never served. */
export const createStagingFolder = async (out: string, slug: string): Promise<string> => {
  await mkdir(out, { recursive: true })
  return mkdtemp(join(out, `.${slug}.new-${process.pid}-`))
}

/** The one moment at which a package changes: everything on disk first, then two renames. */
export const publish = async (stage: string, out: string, slug: string): Promise<void> => {
  await syncTree(stage)
  const target = join(out, slug)
  const old = join(out, oldName(slug))
  const replaces = await exists(target)
  if (replaces) await rename(target, old)
  try {
    await rename(stage, target)
  } catch (error) {
    if (replaces) await rename(old, target)
    throw error
  }
  await syncFolder(out)
  await rm(old, { recursive: true, force: true })
}
