import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { manyVisitors } from '../../support/many-visitors.mjs'

export interface Product {
  origin: string
  /** Can be called more than once. */
  stop(): Promise<void>
}

export interface StartedProduct extends Product {
  /** What the server has printed. */
  readOutput(): string
}

/** The prepared data folder is valid only if none of these is set. */
const FIRST_START_VARIABLES = ['DATA_DIR', 'DATABASE_URL', 'CATALOGUE_DIRS', 'CURRENCY']

/** Starts `dist/server` on a copy of the prepared data folder, and waits until it is ready. */
export async function openProduct(env: Record<string, string> = {}): Promise<StartedProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-product-'))
  const { PREPARED_DATA_DIR: prepared } = process.env
  if (prepared && !FIRST_START_VARIABLES.some(name => name in env)) cpSync(prepared, folder, { recursive: true })
  const server = spawn(process.execPath, ['dist/server/index.js'], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...manyVisitors, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let output = ''
  server.stdout?.on('data', chunk => {
    output += chunk
  })
  const port = await readPort(server)
  return {
    origin: `http://localhost:${port}`,
    readOutput: () => output,
    async stop() {
      if (server.exitCode === null) {
        const ended = new Promise(resolve => server.once('exit', resolve))
        server.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function readPort(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout?.on('data', chunk => {
      text += chunk
      const [, port] = /bundle\s+http:\/\/[^:]+:(\d+)/.exec(text) ?? []
      if (port) resolve(Number(port))
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code}:\n${text}`)))
  })
}

export interface PartnerSite {
  origin: string
  stop(): Promise<void>
}

export async function openPartnerSite(html: string, headers: Record<string, string> = {}): Promise<PartnerSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
    response.end(html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => new Promise(resolve => server.close(() => resolve()))
  }
}
