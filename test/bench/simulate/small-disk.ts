import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory with a limit. */
export interface SmallDisk {
  folder: string
  /** Writes a file until nothing is free. */
  fill(): void
  empty(): void
  close(): void
}

const CHUNK_BYTES = 1 << 20

/** Returns null if this user may not mount. */
export function openSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'drama-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      const free = bavail * bsize
      try {
        for (let written = 0; written <= free; written += CHUNK_BYTES) {
          writeFileSync(ballast, Buffer.alloc(CHUNK_BYTES), { flag: 'a' })
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    close() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    }
  }
}
