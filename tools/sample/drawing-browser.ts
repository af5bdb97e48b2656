import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { ArtPage } from './art/page.js'

type Receiver = (body: Buffer) => Promise<void>

declare global {
  var artPage: ArtPage
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const bundlePage = async (): Promise<string> => {
  const entry = fileURLToPath(new URL('art/page.ts', import.meta.url))
  const result = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', target: 'es2022' })
  return result.outputFiles[0]?.text ?? ''
}

export class DrawingBrowser {
  private readonly receivers = new Map<string, Receiver>()
  private serial = 0

  private constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    readonly page: Page
  ) {
    server.on('request', async (request, response) => {
      const receiver = this.receivers.get(request.url ?? '')
      const body = await read(request)
      if (receiver !== undefined) await receiver(body)
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Sample art</title>')
    })
  }

  static async open(): Promise<DrawingBrowser> {
    const script = await bundlePage()
    const server = createServer()
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const executablePath = process.env.CHROME_PATH || '/usr/bin/chromium'
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    const drawing = new DrawingBrowser(browser, server, await browser.newPage())
    await drawing.page.goto(`http://127.0.0.1:${port}/`)
    await drawing.page.addScriptTag({ content: script })
    return drawing
  }

  async receive(receiver: Receiver, work: (path: string) => Promise<unknown>): Promise<void> {
    const path = `/take-${this.serial++}`
    this.receivers.set(path, receiver)
    await work(path)
    this.receivers.delete(path)
  }

  savePicture(file: string, draw: (path: string) => Promise<unknown>): Promise<void> {
    return this.receive(body => writeFile(file, body), draw)
  }

  async close(): Promise<void> {
    await this.browser.close()
    this.server.close()
  }
}
