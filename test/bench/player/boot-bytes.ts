// Bytes of the scripts that a real browser requests before Home or the first frame is visible.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { PageRecord } from '../support/in-page.js'
import { watchFirstFrame, withPage } from '../support/page-load.js'
import type { Stage } from '../support/product.js'

export interface Bytes {
  raw: number
  gzip: number
  brotli: number
}

export interface Boot {
  build: string
  what: string
  files: string[]
  bytes: Bytes
}

const isEngine = (file: string) => toStem(file) === 'hls-engine'
const toStem = (file: string) => path.basename(file).replace(/(-[\w-]{8})?\.js$/, '')

export async function measureBoot(stage: Stage, watcher: string): Promise<Boot[]> {
  const home = await withPage({ watcher }, async page => {
    await page.goto(stage.pages.home)
    await page.locator('drama-app >> .hero h2').first().waitFor()
    return page.evaluate(() => {
      const { home } = Reflect.get(window, Symbol.for('bench')) as PageRecord
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => startTime < (home ?? 0) && name.endsWith('.js'))
        .map(({ name }) => new URL(name).pathname.slice(1))
    })
  })
  const play = await withPage({ watcher }, async page => {
    const files = listScripts(page)
    await watchFirstFrame(page, stage.pages.play)
    return files
  })
  const entry = home.slice(0, 1)
  return [
    ...(await describeBuild('script tag', 'dist/cdn', { entry, home, play })),
    ...(await describeBuild('React', 'dist/react', await findInBuild('dist/react', { entry, home, play })))
  ]
}

function listScripts(page: Page): string[] {
  const files: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'script') files.push(new URL(request.url()).pathname.slice(1))
  })
  return files
}

type FilesOf = Record<'entry' | 'home' | 'play', string[]>

/** Finds the same chunks in the React build, whose entry has two files: the exports and the code. */
async function findInBuild(folder: string, files: FilesOf): Promise<FilesOf> {
  const chunks = (await readdir(path.join(folder, 'chunks'))).filter(name => name.endsWith('.js'))
  const find = (stem: string) => {
    const found = chunks.find(name => toStem(name) === stem)
    if (!found) throw new Error(`${folder} has no chunk for ${stem}`)
    return path.join('chunks', found)
  }
  const entry = ['index.js', find('loader')]
  const rest = (list: string[]) => list.slice(1).map(file => find(toStem(file)))
  return { entry, home: [...entry, ...rest(files.home)], play: [...entry, ...rest(files.play)] }
}

async function describeBuild(build: string, folder: string, { entry, home, play }: FilesOf): Promise<Boot[]> {
  const lines: [string, string[]][] = [
    ['entry', entry],
    ['entry + Home', home],
    ['deep link, without engine', play.filter(file => !isEngine(file))],
    ['deep link, with engine', play]
  ]
  return Promise.all(
    lines.map(async ([what, files]) => ({ build, what, files, bytes: await measureSize(folder, [...new Set(files)]) }))
  )
}

async function measureSize(folder: string, files: readonly string[]): Promise<Bytes> {
  const sizes = await Promise.all(
    files.map(async file => {
      const content = await readFile(path.join(folder, file))
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      const [zipped, brotli] = [
        await promisify(gzip)(content, { level: 9 }),
        await promisify(brotliCompress)(content, best)
      ]
      return { raw: content.length, gzip: zipped.length, brotli: brotli.length }
    })
  )
  const sum = (key: keyof Bytes) => sizes.reduce((total, size) => total + size[key], 0)
  return { raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') }
}
