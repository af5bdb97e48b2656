import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../../config/env-values.js'
import { isProcessRunning } from '../../lib/process-running.js'

interface Holder {
  pid: number
  startedAt: string | null
}

/** Returns the function that unlocks. PGlite has no lock: two processes on one folder silently lose data. */
export function lockDirectory(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const holder: Holder = { pid: process.pid, startedAt: readProcessStart(process.pid) }
  while (!tryLock(path, holder)) {
    const current = readHolder(path)
    if (current !== null && isAlive(current)) throw createInUseError(path, current.pid)
    removeStale(path, current)
  }
  const unlock = () => {
    process.off('exit', unlock)
    if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true })
  }
  process.on('exit', unlock)
  return unlock
}

/** The process that holds the lock, which may have ended. */
export const readLockPid = (path: string): number | null => readHolder(path)?.pid ?? null

const createInUseError = (path: string, pid: number) =>
  new ConfigError('DATA_DIR', `${dirname(path)} is in use by process ${pid}: stop it, or give another folder`)

// Links a complete draft, so that the lock file never appears without its content.
function tryLock(path: string, holder: Holder): boolean {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(holder))
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

// Two processes may find the same stale lock: put back a fresh lock that was moved by mistake.
function removeStale(path: string, staleHolder: Holder | null): void {
  const movedPath = `${path}.stale.${process.pid}`
  try {
    renameSync(path, movedPath)
  } catch {
    return
  }
  const movedHolder = readHolder(movedPath)
  const isFresh =
    movedHolder !== null && (movedHolder.pid !== staleHolder?.pid || movedHolder.startedAt !== staleHolder.startedAt)
  if (isFresh && isAlive(movedHolder)) linkSync(movedPath, path)
  rmSync(movedPath, { force: true })
}

function readHolder(path: string): Holder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof holder !== 'object' || holder === null || !('pid' in holder) || !('startedAt' in holder)) return null
    const { pid, startedAt } = holder
    if (typeof pid !== 'number') return null
    return { pid, startedAt: typeof startedAt === 'string' ? startedAt : null }
  } catch {
    return null
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  if (!isProcessRunning(pid)) return false
  const current = readProcessStart(pid)
  // A pid can be reused after a restart of the machine or the container; the start time then differs.
  if (startedAt !== null && current !== null) return startedAt === current
  return pid !== process.pid
}

function readProcessStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
