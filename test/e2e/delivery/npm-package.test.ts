import { execFile, execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { build } from 'esbuild'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packFolder } from '../../../tools/package/pack-folder.mjs'
import { inApp, prepareJourneys } from '../support/journey.js'

const journeys = prepareJourneys()
const home = mkdtempSync(path.join(tmpdir(), 'drama-partner-'))
const modules = path.join(home, 'node_modules')
const env = { ...process.env, npm_config_cache: path.join(home, 'cache') }
const run = (command: string, args: string[], cwd = '.') => execFileSync(command, args, { cwd, encoding: 'utf8', env })

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
/** Nothing listens there: npm asks for the optional React, and must do without. */
const NO_REGISTRY = 'http://127.0.0.1:9/'

let tarball: Buffer
let packed: { path: string; size: number }[]
let site: { origin: string; stop(): void }

beforeAll(async () => {
  const address = `${journeys.origin}/npm/drama-app-${version}.tgz`
  tarball = Buffer.from(await (await fetch(address)).arrayBuffer())
  writeFileSync(path.join(home, 'package.json'), '{"name":"partner","private":true,"type":"module"}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', `--registry=${NO_REGISTRY}`, '--fetch-retries=0']
  await promisify(execFile)('npm', ['install', ...options, address], { cwd: home, env })
  const installed = path.join(modules, 'drama-app')
  packed = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .map(file => ({ path: path.relative(installed, file), size: statSync(file).size }))
  for (const name of ['react', 'react-dom', 'scheduler', 'csstype', '@types/react', '@types/react-dom']) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    symlinkSync(path.resolve('node_modules', name), path.join(modules, name))
  }
  site = await serve(home)
})
afterAll(() => {
  site?.stop()
  rmSync(home, { recursive: true, force: true })
})

test('the server has the package as npm would pack it, and the newest at an address without a version', async () => {
  // Not `run`, during which `fetch` could not notice that the server has closed its connection.
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--dry-run'], { cwd: 'dist/npm', env })
  const [{ files }] = JSON.parse(stdout)
  const toRow = (file: { path: string; size: number }) => `${file.path} ${file.size}`
  expect(packed.map(toRow).sort()).toEqual(files.map(toRow).sort())
  const newest = await fetch(`${journeys.origin}/npm/drama-app.tgz`)
  expect(newest.url).toBe(`${journeys.origin}/npm/drama-app-${version}.tgz`)
  expect(Buffer.from(await newest.arrayBuffer()).equals(tarball)).toBe(true)
  const { dependencies } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({ 'drama-app': `${journeys.origin}/npm/drama-app-${version}.tgz` })
})

test('the same build is packed into the same bytes', async () => {
  const file = path.join(home, 'again.tgz')
  await packFolder('dist/npm', file)
  expect(readFileSync(file).equals(readFileSync(`dist/packed/drama-app-${version}.tgz`))).toBe(true)
})

test('the package holds what it promises and nothing else, in five megabytes', () => {
  const unknown =
    /^(package\.json|README\.md|LICENSE|index\.js|types\/[\w.-]+\.d\.ts|manifest\/[\w.-]+\.json|cdn\/(drama-app\.js|integrity\.json)|react\/index\.js|((cdn|react)\/)?chunks\/[\w-]+\.js)$/
  expect(packed.map(file => file.path).filter(name => !unknown.test(name))).toEqual([])
  const {
    exports,
    version: packedVersion,
    ...manifest
  } = JSON.parse(readFileSync(path.join(modules, 'drama-app/package.json'), 'utf8'))
  expect([packedVersion, manifest.private, manifest.dependencies]).toEqual([version, undefined, undefined])
  for (const file of [manifest.unpkg, manifest.jsdelivr, manifest.main, manifest.types, exports['./react'].types]) {
    expect(statSync(path.join(modules, 'drama-app', file)).size).toBeGreaterThan(30)
  }
  expect(packed.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(5_000_000)
  const secrets = packed.filter(file => {
    const text = readFileSync(path.join(modules, 'drama-app', file.path), 'utf8')
    return text.includes(process.cwd()) || text.includes('sourceMappingURL') || /localhost[:/]/.test(text)
  })
  expect(secrets).toEqual([])
})

test('publint and attw find nothing wrong', async () => {
  const { messages } = await publint({
    pack: { tarball: new Uint8Array(tarball).buffer },
    strict: true
  })
  expect(messages).toEqual([])
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), {
    entrypoints: ['.', './react']
  })
  if (!checked.types) throw new Error('the package has no types')
  // The package has only ES modules, like every browser. Node reports this if CommonJS requires it.
  expect(checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
})

test('a React app with types, a bundle and a plain page show Home; on a server nothing happens', async () => {
  const api = `const api = ${JSON.stringify(journeys.origin)}\n`
  writeFileSync(path.join(home, 'react.tsx'), api + REACT_APP)
  writeFileSync(path.join(home, 'bundle.ts'), api + BUNDLE)
  writeFileSync(path.join(home, 'forgetful.ts'), FORGETFUL)
  writeFileSync(path.join(home, 'tsconfig.json'), JSON.stringify(TYPESCRIPT))
  run(path.resolve('node_modules/.bin/tsc'), ['-p', home])
  const { warnings } = await build({
    entryPoints: ['react.tsx', 'bundle.ts', 'forgetful.ts'].map(name => path.join(home, name)),
    outdir: path.join(home, 'out'),
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    preserveSymlinks: true,
    logLevel: 'silent'
  })
  expect(warnings).toEqual([])
  const plain = `<drama-app api-base="${journeys.origin}" lpid="npm-plain"></drama-app>
    <script type="module" src="/node_modules/drama-app/cdn/drama-app.js"></script>`
  for (const name of ['react', 'bundle', 'forgetful'])
    writeFileSync(
      path.join(home, `${name}.html`),
      PAGE(`<main></main><script type="module" src="/out/${name}.js"></script>`)
    )
  writeFileSync(path.join(home, 'plain.html'), PAGE(plain))
  const consoleMessages: string[] = []
  for (const [name, lpid] of Object.entries({
    react: 'npm-react',
    raw: 'npm-raw',
    bundle: 'npm-bundle',
    plain: 'npm-plain'
  })) {
    const page = await journeys.open(
      `${site.origin}/${name === 'raw' ? 'react.html?raw' : `${name}.html`}`,
      {},
      opened =>
        opened.on(
          'console',
          message => ['error', 'warning'].includes(message.type()) && consoleMessages.push(message.text())
        )
    )
    await inApp(page, '.hero h2').first().waitFor()
    expect(await page.evaluate(() => document.querySelector('drama-app')?.getAttribute('lpid'))).toBe(lpid)
    if (name === 'react') await expect.poll(() => page.title()).toBe('heard drama-visit of npm-react')
  }
  expect(consoleMessages).toEqual([])
  const ssr = `const [element, react] = [await import('drama-app'), await import('drama-app/react')]
    await Promise.all(['vue', 'svelte', 'preact'].map(name => import('drama-app/' + name)))
    console.log(typeof react.DramaApp, typeof customElements, Object.keys(element).join(), Object.keys(react).join())`
  expect(run('node', ['--input-type=module', '--eval', ssr], home).trim()).toBe(
    'function undefined  DramaApp,attributes'
  )
})

test('a bundle without api-base asks the page’s own origin, and says so once', async () => {
  const warnings: string[] = []
  const requestedUrls: string[] = []
  const page = await journeys.open(`${site.origin}/forgetful.html`, {}, opened => {
    opened.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
    opened.on('request', request => request.method() === 'POST' && requestedUrls.push(request.url()))
  })
  await inApp(page, '.failure').first().waitFor()
  await expect.poll(() => page.locator('drama-app').count()).toBe(3)
  expect(new Set(requestedUrls.map(url => new URL(url).origin))).toEqual(new Set([site.origin]))
  expect(warnings).toEqual([`<drama-app> has no api-base, which a bundled script needs: it asks ${site.origin}.`])
})

const TYPESCRIPT = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    types: [],
    preserveSymlinks: true
  },
  files: ['react.tsx', 'bundle.ts', 'forgetful.ts']
}

const PAGE = (body: string) =>
  `<!doctype html><html lang="pt"><meta charset="utf-8"><title>P</title><style>body{margin:0}drama-app{display:block;height:100vh}</style><body>${body}</body></html>`

const REACT_APP = `import { createRoot } from 'react-dom/client'
import { DramaApp, type DramaAppElement } from 'drama-app/react'

function Drama() {
  return (
    <DramaApp
      api-base={api}
      lpid="npm-react"
      lang="pt"
      style={{ display: 'block', height: 600, '--drama-accent': '#0f766e' }}
      ondrama-visit={event => { document.title = \`heard \${event.type} of \${event.detail.lpid}\` }}
      ondrama-purchase={event => { const value: number = event.detail.value; void value }}
    />
  )
}
const Raw = () => <drama-app api-base={api} lpid="npm-raw" manage-title={false} ondrama-unlock={event => event.detail.balance.toFixed()} />
export const wrong = [
  // @ts-expect-error an event has what it has
  <DramaApp key="1" ondrama-purchase={event => event.detail.nothing} />,
  // @ts-expect-error a style that is none
  <DramaApp key="3" style={{ '--other-accent': 'red' }} />,
  // @ts-expect-error a campaign is a text
  <drama-app key="2" lpid={7} />
]
export const open = (element: DramaAppElement) => element.navigateTo({ url: '/pages/index/my' }).then(({ errMsg }) => errMsg.length)
const root = document.querySelector('main')
if (root) createRoot(root).render(location.search === '?raw' ? <Raw /> : <Drama />)
`

const BUNDLE = `import 'drama-app'
import type { DramaAppEvents } from 'drama-app'
export const orderOf = ({ detail }: DramaAppEvents['drama-purchase']) => detail.order_no
import type { DramaAppElement } from 'drama-app'

const element: DramaAppElement = document.createElement('drama-app')
element.apiBase = api
element.lpid = 'npm-bundle'
element.addEventListener('drama-ready', () => console.log(element.version, element.getState().isLogin))
document.body.append(element)
`

const FORGETFUL = `import 'drama-app'

document.body.append(document.createElement('drama-app'), document.createElement('drama-app'))
const late = document.createElement('drama-app')
document.body.append(late)
late.setAttribute('api-base', location.origin)
`

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }

async function serve(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://partner')
    try {
      const content = readFileSync(path.join(folder, pathname))
      response
        .writeHead(200, { 'Content-Type': types[path.extname(pathname)] ?? 'application/octet-stream' })
        .end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
