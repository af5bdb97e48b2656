import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { manyVisitors } from '../../../support/many-visitors.mjs'

/** Lies inside the project so that the server finds its packages. */
export interface BuiltServer {
  file: string
  remove(): void
}

export async function buildServer(): Promise<BuiltServer> {
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'drama-server-'))
  await build({
    entryPoints: [
      'server/index.ts',
      'server/db/pglite/pglite-worker.ts',
      'server/modules/upload/image-worker.ts',
      'server/modules/preview/preview-worker.ts',
      'server/modules/reward/duplicate-image/comparer-worker.ts'
    ],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outdir,
    entryNames: '[name]',
    logLevel: 'error'
  })
  return { file: join(outdir, 'index.js'), remove: () => rmSync(outdir, { recursive: true, force: true }) }
}

export interface ServerProcess {
  child: ChildProcess
  output(): string
  origin(): Promise<string>
  ended: Promise<{ code: number | null }>
}

/** Starts the built server with only these settings; PORT is 0 by default. */
export function startServer(file: string, env: Record<string, string>): ServerProcess {
  const settings = { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', ...manyVisitors, ...env }
  const child = spawn(process.execPath, [file], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const readers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      output += chunk
      for (const read of readers) read()
    })
  }
  const ended = new Promise<{ code: number | null }>(resolve => {
    child.on('close', code => resolve({ code }))
  })
  const origin = () =>
    new Promise<string>((resolve, reject) => {
      const read = () => {
        const port = /✓ ready[\s\S]*http:\/\/localhost:(\d+)\/drama-app\.js/.exec(output)?.[1]
        if (port === undefined) return
        // The pattern reads everything so far, which grows with each request.
        readers.delete(read)
        resolve(`http://127.0.0.1:${port}`)
      }
      readers.add(read)
      read()
      ended.then(() => reject(new Error(`the server ended before it was ready:\n${output}`)))
    })
  return { child, output: () => output, origin, ended }
}
