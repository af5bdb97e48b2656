import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Remembers a process that a worker has started, because a worker that is killed leaves it behind. */
export function recordProcess(pid: number | undefined): void {
  const { BROWSER_PROCESSES: folder } = process.env
  if (folder && pid !== undefined) writeFileSync(path.join(folder, String(pid)), '')
}

/** Sets `BROWSER_PROCESSES` for the workers. Returns a function that ends what is left of their processes. */
export function collectProcesses(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-browser-processes-'))
  process.env.BROWSER_PROCESSES = folder
  return () => {
    for (const pid of readdirSync(folder)) endProcess(Number(pid))
    rmSync(folder, { recursive: true })
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid)
  } catch {
    // It has ended already.
  }
}
