import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Starts the first existing file without this process's environment, which holds secrets. Ends with this process. */
export function startChildProgram(candidates: readonly string[], base: string): ChildProcess {
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

const findTypeScriptLoader = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
