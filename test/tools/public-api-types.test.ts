import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateApiFiles } from '../../tools/build/api-files/index.js'

const plain = `import './drama-app.js'
const app = document.createElement('drama-app')
app.lpid = 'campaign'
app.maxWidth = 600
app.theme = 'auto'
app.theme = 'blue' // wrong
app.manageTitle = true
const plays: Promise<boolean> = app.play()
void app.openStore({ tab: 'pass' })
void app.openStore({ tab: 'gold' }) // wrong
void app.navigateTo({ url: '/' }).then(({ errMsg }) => errMsg)
app.addEventListener('drama-purchase', ({ detail }) => detail.value.toFixed(2) + detail.event_id + detail.at)
app.addEventListener('drama-purchase', ({ detail }) => detail.price) // wrong
app.addEventListener('drama-episode-quartile', ({ detail: { quartile } }) => quartile === 25 || quartile === 30) // wrong
app.addEventListener('click', event => event.clientX)
document.querySelector('drama-app')?.addEventListener('drama-paywall', event => {
  event.preventDefault()
  void event.detail.grant().then((isPlaying: boolean) => isPlaying)
})
const version: string = app.version
app.version = version // wrong
document.body.append(app)
export { plays }
`

const react = `import { DramaApp, type DramaAppEvents } from './react.js'
const hear = (event: DramaAppEvents['drama-unlock']) => event.detail.balance
export const tag = <drama-app lpid="a" theme="light" max-width={600} manage-title ondrama-unlock={hear} className="x" />
export const component = <DramaApp lpid="a" lang="pt" ondrama-ready={({ detail }) => detail.version} ref={e => void e?.play()} />
export const slotted = <DramaApp><a href="/" slot="loading">Watch</a></DramaApp>
export const colour = <drama-app theme="blue" /> // wrong
export const other = <drama-app ondrama-ready={({ detail }) => detail.nothing} /> // wrong
export const unknown = <drama-application /> // wrong
`

const preact = `/** @jsxImportSource preact */
import './preact.js'
export const tag = <drama-app lpid="a" theme="light" ondrama-search={({ detail }) => detail.results} class="x" />
export const colour = <drama-app theme="blue" /> // wrong
`

/** Vue is not installed, so the test declares the one interface that is extended. */
const templates = `import type { GlobalComponents } from 'vue'
import './svelte.js'
import './vue.js'
type Props = InstanceType<GlobalComponents['drama-app']>['$props']
export const vue: Props = { lpid: 'a', theme: 'dark', onDramaEpisodeStart: ({ detail }) => detail.seconds }
export const wrongVue: Props = { theme: 'blue' } // wrong
type Svelte = svelteHTML.IntrinsicElements['drama-app']
export const svelte: Svelte = { lpid: 'a', 'on:drama-ready': () => {}, 'ondrama-error': ({ detail }) => detail.kind, class: 'x' }
export const wrongSvelte: Svelte = { theme: 'blue' } // wrong
`

const details = `import type { EventDetails } from '../../src/core/event/host-events.js'
import type { DramaAppEventMap, DramaAppTold } from './drama-app.js'
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
type Checks = {
  [Name in keyof EventDetails]: Same<
    DramaAppEventMap[Name]['detail'],
    EventDetails[Name] extends Record<string, never> ? DramaAppTold : DramaAppTold & EventDetails[Name]
  >
}
type Wrong = { [Name in keyof Checks]: Checks[Name] extends true ? never : Name }[keyof Checks]
export const none: [Wrong] extends [never] ? true : Wrong = true
export const isStrict: Same<{ a: 1 }, { a: 2 }> = true // wrong
export const names: Same<keyof DramaAppEventMap, keyof EventDetails> = true
document.addEventListener('drama-episode-start', ({ detail }) => detail.seconds)
window.addEventListener('drama-episode-start', ({ detail }) => detail.seconds)
document.addEventListener('drama-episode-start', ({ detail }) => detail.minutes) // wrong
`

const pages = {
  'plain.ts': plain,
  'react.tsx': react,
  'preact.tsx': preact,
  'templates.ts': templates,
  'details.ts': details
}
/** Lies within the project so that the types of React and Preact are found. */
let folder: string
let faults: Record<string, string[]>

beforeAll(async () => {
  mkdirSync('dist', { recursive: true })
  folder = mkdtempSync('dist/compiled-')
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content)
  for (const [file, content] of Object.entries(generateApiFiles('1.2.3'))) {
    if (file.startsWith('types/')) write(path.basename(file), content)
  }
  for (const [file, content] of Object.entries(pages)) write(`page-${file}`, content)
  mkdirSync(path.join(folder, 'node_modules/vue'), { recursive: true })
  write('node_modules/vue/index.d.ts', 'export interface GlobalComponents {}\n')
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    strict: true,
    noEmit: true,
    types: [],
    jsx: 'react-jsx'
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*'] }))
  faults = await compile()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function compile(): Promise<Record<string, string[]>> {
  const run = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const found: Record<string, string[]> = {}
  for (const [, file, line] of stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)) {
    const name = path.basename(file ?? '')
    const isOurs = path.resolve(file ?? '').startsWith(path.resolve(folder))
    if (isOurs && !found[name]?.includes(line ?? '')) found[name] = [...(found[name] ?? []), line ?? '']
  }
  return found
}

test.each(Object.entries(pages))(
  '%s: what is right compiles, and every line that is wrong is refused',
  (file, code) => {
    const wrong = code.split('\n').flatMap((line, place) => (line.endsWith('// wrong') ? [`${place + 1}`] : []))
    expect(wrong.length).toBeGreaterThan(0)
    expect(faults[`page-${file}`]).toEqual(wrong)
  }
)

test('the declarations themselves are sound', () => {
  expect(Object.keys(faults).sort()).toEqual(
    Object.keys(pages)
      .map(file => `page-${file}`)
      .sort()
  )
})
