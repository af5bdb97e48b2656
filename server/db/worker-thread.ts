// Finds and starts the database worker, from the bundle and from source alike.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const candidates = ['./pglite-worker.js', './db/pglite-worker.js', './pglite-worker.ts']

/** Starts a worker on the folder; null keeps the database in memory. */
export function startWorkerThread(directory: string | null): Worker {
  const urls = candidates.map(path => new URL(path, import.meta.url))
  const url = urls.find(candidate => existsSync(fileURLToPath(candidate)))
  if (url === undefined) throw new Error('pglite-worker.js is missing beside the server')
  const options = { workerData: { directory }, execArgv: [] }
  return url.pathname.endsWith('.ts')
    ? new Worker(fromSource(url), { ...options, eval: true })
    : new Worker(url, options)
}

// A thread does not inherit the TypeScript loader of the one that starts it.
function fromSource(url: URL): string {
  const tsx = createRequire(import.meta.url).resolve('tsx')
  const loader = new URL('./esm/api/index.mjs', pathToFileURL(tsx))
  return `import('${loader.href}').then(({ register }) => { register(); return import('${url.href}') })`
}
