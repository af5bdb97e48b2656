import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { checkBuiltFile, checkSources } from '../../../tools/build/browser-support/check-browser-support.js'
import { esbuildTarget, oldestBrowsers } from '../../../tools/build/browser-support/oldest-browsers.mjs'
import { findOptionalFeature, optionalFeatures } from '../../../tools/build/browser-support/optional-features.js'
import { compareVersions, findFeature } from '../../../tools/build/browser-support/support-data.js'

const check = (code: string) => checkBuiltFile('built.js', code)

test('the oldest browsers are those of package.json, for the build and for the check', () => {
  expect(esbuildTarget).toEqual(expect.arrayContaining(['chrome109', 'firefox115', 'ios16.4', 'safari16.4']))
  expect(oldestBrowsers).toMatchObject({ webview_android: '109', webview_ios: '16.4', samsunginternet_android: '21' })
})

test('a built script with newer syntax fails', () => {
  expect(check('class Element { static { start() } }')).toEqual([])
  expect(check('const pattern = /[\\p{L}--[a-z]]/v')).toEqual([expect.stringContaining('Invalid regular expression')])
  expect(check('using file = open()')).toHaveLength(1)
})

test('a built script with a newer global or static member fails, one that all have does not', () => {
  expect(check('new IntersectionObserver(onChange); Object.hasOwn(a, b)')).toEqual([])
  expect(check('new CloseWatcher()')).toEqual([expect.stringMatching(/api\.CloseWatcher is not in .*firefox 115/)])
  expect(check('URL.canParse(address)')).toEqual([expect.stringMatching(/canParse_static is not in .*chrome 109/)])
  expect(check('Promise.withResolvers()')).toHaveLength(1)
})

test('styles in a built script fail if they are newer, unless an older value stands beside or they are optional', () => {
  const style = (css: string) => check(`export default ${JSON.stringify(css)}`)
  expect(style('.a{inset:0;height:100dvh}')).toEqual([])
  expect(style('.a{field-sizing:inherit}')).toEqual([expect.stringContaining('css.properties.field-sizing')])
  expect(style('.a{color:light-dark(#000,#fff)}')).toEqual([expect.stringContaining('css.types.color.light-dark')])
  expect(style('.a{color:#000;color:light-dark(#000,#fff)}')).toEqual([])
  expect(style('@starting-style{.a{opacity:0}}')).toEqual([expect.stringContaining('starting-style')])
  expect(style('.a:has(.b){color:red}')).toEqual([])
})

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
  ts.sys,
  '.'
)

test('a source that uses a newer member of a type fails, also with another name, and one without its check', () => {
  const folder = mkdtempSync('src/dom/browser-support-test-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const checkSource = (code: string) => {
    const file = join(folder, 'source.ts')
    writeFileSync(file, code)
    return checkSources([file], options).map(problem => problem.slice(problem.indexOf(': ') + 2))
  }
  expect(checkSource('export const last = (list: number[]) => list.findLast(Boolean)')).toEqual([])
  expect(checkSource('export const sorted = (list: Set<number>) => document.startViewTransition')).toEqual([
    expect.stringMatching(/^api\.Document\.startViewTransition is not in .*firefox 115/)
  ])
  expect(checkSource('export function open({ showPopover: show }: HTMLElement) { show() }')).toEqual([
    expect.stringMatching(/^api\.HTMLElement\.showPopover is not in/)
  ])
  expect(checkSource('export const label = (button: HTMLElement) => { button.ariaLabel = "x" }')).toEqual([
    expect.stringMatching(/^api\.Element\.ariaLabel is not in firefox 115/)
  ])
  expect(checkSource('export const share = () => navigator.share({})')).toEqual([
    'api.Navigator.share is used without hasSystemShare()'
  ])
  expect(checkSource('export const first = () => new Intl.Segmenter()')).toEqual([
    expect.stringContaining('belongs to src/core/lib/split-text.ts')
  ])
}, 60_000)

test('every check is of a feature that some browser lacks, and of the folder of checks', () => {
  const folder = 'src/dom/browser-features'
  const code = readdirSync(folder)
    .map(file => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  for (const { paths, check } of Object.values(optionalFeatures)) {
    for (const path of paths) expect(findFeature(path), path).toBeDefined()
    if ('function' in check) expect(code).toMatch(new RegExp(`export (const|function) ${check.function}\\b`))
    if ('file' in check) expect(readFileSync(check.file, 'utf8')).not.toBe('')
  }
  expect(findOptionalFeature('api.MediaSource.endOfStream')).toBe(optionalFeatures['Media Source Extensions'])
  expect(findOptionalFeature('api.Navigator.shareAll')).toBeUndefined()
  expect(compareVersions('16.4', '16.10')).toBeLessThan(0)
})

test('browsers from Chrome 80 and Safari 13.1 parse the script tag and the notice for old browsers', () => {
  const [notice] = readdirSync('dist/cdn/chunks').filter(file => /^old-browser-.*\.js$/.test(file))
  for (const file of ['drama-app.js', `chunks/${notice}`]) {
    const code = readFileSync(`dist/cdn/${file}`, 'utf8')
    expect(() => parse(code, { ecmaVersion: 2020, sourceType: 'module' }), file).not.toThrow()
  }
})
