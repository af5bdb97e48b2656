import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Starts the first existing file without this process's environment, which holds secrets. Ends with this process. */
function startChildProgram(candidates: readonly string[], base: string): ChildProcess {
  const files = candidates.map(path => fileURLToPath(new URL(path, base)))
  const file = files.find(candidate => existsSync(candidate))
  if (file === undefined) throw new Error(`${candidates[0]} is missing beside the server`)
  const { PATH, LD_LIBRARY_PATH } = process.env
  const child = fork(file, {
    env: { PATH, LD_LIBRARY_PATH },
    execArgv: file.endsWith('.ts') ? ['--import', findTypeScriptLoader()] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  child.unref()
  child.channel?.unref()
  return child
}

const START_TIMEOUT_MS = 60_000

/** Resolves with the process at its first message. Calls `onEnd` when the process ends, also before that. */
export function startReadyProgram(
  candidates: readonly string[],
  base: string,
  onEnd: () => void
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = startChildProgram(candidates, base)
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
    child.once('message', () => {
      clearTimeout(timer)
      resolve(child)
    })
    // The caller that waits for the process reports the error.
    child.on('error', error => reject(error))
    child.once('exit', () => {
      clearTimeout(timer)
      onEnd()
      reject(new Error(`${candidates[0]} does not start`))
    })
  })
}

const findTypeScriptLoader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
