import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findProjectDir } from '../../lib/project-dir.js'

/** A line that `drama ingest --progress json` prints. */
const progressLine = z.discriminatedUnion('event', [
  z.object({ event: z.literal('begin'), episodes: z.number().int() }),
  z.object({ event: z.literal('episode'), file: z.string(), done: z.number().int() }),
  z.object({ event: z.literal('percent'), percent: z.number().int().min(0).max(100) }),
  z.object({ event: z.literal('log'), line: z.string() })
])
export type IngestProgress = z.infer<typeof progressLine>

/** `no_program`: the build of the command is missing. */
export type IngestProblem = 'no_ffmpeg' | 'no_program'

export interface IngestRun {
  /** A folder with the files, named by their numbers. */
  source: string
  /** Folder of the package. */
  target: string
  /** Stops the program, and with it ffmpeg. */
  signal: AbortSignal
  onProgress(progress: IngestProgress): void
}

/** `failure` is one line; null if the package is published. */
export interface IngestRunResult {
  failure: string | null
}

/** The command `drama ingest`, which is not part of the server. */
export interface IngestProgram {
  /** Null if it can run on this server. */
  findProblem(): Promise<IngestProblem | null>
  run(run: IngestRun): Promise<IngestRunResult>
}

export interface IngestProgramOptions {
  file?: string
  /** PATH on which ffmpeg is. */
  searchPath?: string | undefined
}

/** Installing ffmpeg is noticed after this time. */
const CHECK_INTERVAL_MS = 10_000
const STOP_TIMEOUT_MS = 5_000
const MAX_ERROR_LENGTH = 4_000

export function createIngestProgram({
  file = join(findProjectDir(), 'dist/cli/drama.js'),
  searchPath = process.env.PATH
}: IngestProgramOptions = {}): IngestProgram {
  // Without the server's other variables, which hold secrets.
  const env = { PATH: searchPath, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH }
  let checkedAt = Number.NEGATIVE_INFINITY
  let problem: Promise<IngestProblem | null> = Promise.resolve(null)

  const canStart = (program: string) =>
    new Promise<boolean>(resolve => {
      const child = spawn(program, ['-version'], { env, stdio: 'ignore' })
      child.on('error', () => resolve(false))
      child.on('exit', code => resolve(code === 0))
    })

  async function check(): Promise<IngestProblem | null> {
    if (!existsSync(file)) return 'no_program'
    return (await canStart('ffmpeg')) && (await canStart('ffprobe')) ? null : 'no_ffmpeg'
  }

  return {
    findProblem() {
      if (performance.now() - checkedAt > CHECK_INTERVAL_MS) {
        checkedAt = performance.now()
        problem = check()
      }
      return problem
    },
    run: ({ source, target, signal, onProgress }) =>
      new Promise(resolve => {
        const args = [file, 'ingest', source, '--into', target, '--progress', 'json']
        // The program stops when its input ends, so it does not outlive this server.
        const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
        child.stdin.on('error', () => undefined)
        lowerPriority(child.pid)
        let killTimer: NodeJS.Timeout | undefined
        const stop = () => {
          child.kill('SIGTERM')
          killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
        }
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop, { once: true })
        createInterface(child.stdout).on('line', line => {
          const progress = parseProgress(line)
          if (progress !== null) onProgress(progress)
        })
        let errors = ''
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          errors = (errors + chunk).slice(-MAX_ERROR_LENGTH)
        })
        const end = (failure: string | null) => {
          clearTimeout(killTimer)
          signal.removeEventListener('abort', stop)
          resolve({ failure })
        }
        child.on('error', error => end(error.message))
        child.on('close', code => {
          const lastLine = errors.trim().split('\n').at(-1)?.replace(/^✗ /, '')
          end(code === 0 ? null : lastLine || `ingest ended with code ${code}`)
        })
      })
  }
}

/** Viewers come first. ffmpeg inherits it. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The program has ended already.
  }
}

function parseProgress(line: string): IngestProgress | null {
  try {
    return progressLine.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
