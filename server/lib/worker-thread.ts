import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

export function startWorkerThread(candidates: readonly string[], base: string, workerData: object = {}): Worker {
  const urls = candidates.map(path => new URL(path, base))
  const url = urls.find(candidate => existsSync(fileURLToPath(candidate)))
  if (url === undefined) throw new Error(`${candidates[0]} is missing beside the server`)
  const options = { workerData, execArgv: [] }
  return url.pathname.endsWith('.ts')
    ? new Worker(createSourceLoader(url), { ...options, eval: true })
    : new Worker(url, options)
}

// A worker does not inherit the TypeScript loader of its parent thread.
function createSourceLoader(url: URL): string {
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const loader = new URL('./esm/api/index.mjs', pathToFileURL(tsx))
  return `import('${loader.href}').then(({ register }) => { register(); return import('${url.href}') })`
}
