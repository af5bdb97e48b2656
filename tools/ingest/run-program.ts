import { spawn } from 'node:child_process'
import { IngestFailure } from './failure.js'

export const run = (program: string, args: readonly string[], signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { signal, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
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

export const ffprobe = (args: readonly string[], signal: AbortSignal): Promise<string> =>
  run('ffprobe', ['-v', 'error', ...args], signal)

export const checkPrograms = async (signal: AbortSignal): Promise<void> => {
  await run('ffmpeg', ['-version'], signal)
  await run('ffprobe', ['-version'], signal)
}
