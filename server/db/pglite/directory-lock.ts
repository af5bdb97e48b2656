import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../../config/env-values.js'

interface Holder {
  pid: number
  startedAt: string | null
}

/**
 * Takes the lock file for this process and gives the function that gives it back.
 * PGlite has no lock of its own: two processes on one folder silently lose data.
 */
export function lockDirectory(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid) }
  while (!tryTake(path, holder)) {
    const current = readHolder(path)
    if (current !== null && isAlive(current)) throw inUse(path, current.pid)
    removeStale(path, current)
  }
  const unlock = () => {
    process.off('exit', unlock)
    if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true })
  }
  process.on('exit', unlock)
  return unlock
}

const inUse = (path: string, pid: number) =>
  new ConfigError('DATA_DIR', `${dirname(path)} is in use by process ${pid}: stop it, or give another folder`)

// Written aside and linked, so that the lock appears with its content or not at all.
function tryTake(path: string, holder: Holder): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

// Two processes may both have seen the stale lock: whoever moved away a fresh one instead puts it back.
function removeStale(path: string, seen: Holder | null): void {
  const moved = `${path}.stale.${process.pid}`
  try {
    renameSync(path, moved)
  } catch {
    return
  }
  const found = readHolder(moved)
  const isFresh = found !== null && (found.pid !== seen?.pid || found.startedAt !== seen.startedAt)
  if (isFresh && isAlive(found)) linkSync(moved, path)
  rmSync(moved, { force: true })
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
  if (!isRunning(pid)) return false
  const current = processStart(pid)
  // A pid is used again after a restart of the machine or the container; then its start time differs.
  if (startedAt !== null && current !== null) return startedAt === current
  return pid !== process.pid
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Start time of a process in clock ticks since boot; null where there is no /proc. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
