import { spawn } from 'node:child_process'
import { IngestFailure } from './failure.js'

/** `onOutput` gets the output piece by piece, which is then not returned. */
export const run = (
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  onOutput?: (text: string) => void
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { signal, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (onOutput === undefined) out += chunk
      else onOutput(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      err = (err + chunk).slice(-4000)
    })
    child.on('error', error => {
      const missing = 'code' in error && error.code === 'ENOENT'
      reject(missing ? new IngestFailure(`${program} was not found on PATH; install ffmpeg 5 or later`) : error)
    })
    child.on('close', code => {
      if (code === 0) resolve(out)
      else reject(new IngestFailure(err.trim().split('\n').at(-1) || `${program} ended with code ${code}`))
    })
  })

export const ffmpeg = (args: readonly string[], signal: AbortSignal): Promise<string> =>
  run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], signal)

/** Calls `onSeconds` about twice a second with how much of the output is encoded. */
export const ffmpegWithProgress = async (
  args: readonly string[],
  signal: AbortSignal,
  onSeconds: (seconds: number) => void
): Promise<void> => {
  const progress = ['-nostats', '-progress', 'pipe:1']
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...progress, ...args], signal, text => {
    const microseconds = Number([...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1])
    if (microseconds > 0) onSeconds(microseconds / 1e6)
  })
}

export const ffprobe = (args: readonly string[], signal: AbortSignal): Promise<string> =>
  run('ffprobe', ['-v', 'error', ...args], signal)

export const checkPrograms = async (signal: AbortSignal): Promise<void> => {
  await run('ffmpeg', ['-version'], signal)
  await run('ffprobe', ['-version'], signal)
}
