// The public surface is said once, in widget/public-api: here it is held against what the app really has.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { generateApiFiles } from '../../tools/build/api-files/index.js'
import type { R2wcClass } from '../../widget/element/element.js'
import { attributes, events, methods, parts, properties, slots, variables } from '../../widget/public-api/index.js'

const sources = ['src', 'widget'].flatMap(root =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .filter(file => !file.startsWith('widget/public-api/'))
)
const text = new Map(sources.map(file => [file, readFileSync(file, 'utf8')]))
const found = (ending: RegExp, pattern: RegExp) =>
  [...new Set([...text].filter(([file]) => ending.test(file)).flatMap(([, code]) => all(code, pattern)))].sort()
const all = (code: string, pattern: RegExp) => [...code.matchAll(pattern)].map(([, name]) => name ?? '')
const sorted = (list: Record<string, unknown>) => Object.keys(list).sort()

describe('what is said is there, and what is there is said', () => {
  let prototype: object = {}
  let observed: string[] = []

  beforeAll(async () => {
    vi.stubGlobal('HTMLElement', class {})
    const { createElementClass } = await import('../../widget/element/element.js')
    const { createLazyBase } = await import('../../widget/element/lazy-renderer.js')
    const element = createElementClass(createLazyBase() as R2wcClass, 'https://drama.example/drama-app.js')
    prototype = element.prototype
    observed = (element as unknown as { observedAttributes: string[] }).observedAttributes
  })
  afterAll(() => vi.unstubAllGlobals())

  test('attributes are those that the element observes, each with its property', () => {
    expect(sorted(attributes)).toEqual([...observed].sort())
  })

  test('methods and properties are those of the class', () => {
    const lifecycle = /^constructor$|Callback$/
    const own = Object.getOwnPropertyNames(prototype).filter(name => !lifecycle.test(name))
    const reflected = observed.map(name => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    expect([...sorted(methods), ...reflected].sort()).toEqual(own.sort())
    const fields = all(text.get('widget/element/element.ts') ?? '', /^ {4}declare readonly (\w+):/gm)
    expect(sorted(properties)).toEqual(fields.sort())
  })

  test('every event is emitted', () => {
    expect(sorted(events)).toEqual(found(/\.tsx?$/, /\bemit\(\s*'(drama-[a-z-]+)'/g))
  })

  test('parts are those that views and widget place', () => {
    const placed = [...found(/\.tsx$/, /\bpart="([a-z ]+)"/g), ...found(/\.ts$/, /\.part\.add\('([a-z]+)'\)/g)]
    expect(sorted(parts)).toEqual([...new Set(placed)].sort())
    expect(sorted(parts).length).toBeLessThanOrEqual(15)
  })

  test('variables are those that style files read, and those that the element writes', () => {
    const written = Object.entries(variables).flatMap(([name, { isReadOnly }]) => (isReadOnly ? [name] : []))
    const read = found(/\.css$/, /var\((--drama-[a-z-]+)/g)
    expect(sorted(variables)).toEqual([...new Set([...read, ...written])].sort())
    expect(sorted(variables).length).toBeLessThanOrEqual(25)
    const own = text.get('widget/appearance/css-variables.ts') ?? ''
    expect(written.filter(name => !new RegExp(`\\b'?${name.slice('--drama-'.length)}'?:`).test(own))).toEqual([])
  })

  test('style files use each documented default', () => {
    const said = Object.entries(variables).flatMap(([name, { fallback, light }]) => [
      ...(fallback ? [`var(${name}, ${fallback})`] : []),
      ...(light ? [`var(${name}, ${light})`] : [])
    ])
    const css = [...text].flatMap(([file, code]) => (file.endsWith('.css') ? [code] : [])).join('\n')
    expect(said.filter(declared => !css.includes(declared))).toEqual([])
  })

  test('slots are those that the element makes', () => {
    const made = all(text.get('widget/loader/slots.ts') ?? '', /create(?:Slot\('([a-z]+)'|Element\('slot'\)\))/g)
    expect(sorted(slots)).toEqual([...new Set(made)].sort())
  })

  test('no app module imports widget/public-api', () => {
    expect([...text].filter(([, code]) => /from '[^']*public-api\//.test(code)).map(([file]) => file)).toEqual([])
  })

  test('everything is told in one sentence', () => {
    const described = [attributes, events, methods, properties, variables].flatMap(list => Object.values(list))
    const sentences = [...described.map(({ description }) => description), ...[parts, slots].flatMap(Object.values)]
    expect(sentences.filter(sentence => !/^[A-Z0-9`][^\n]*\.$/.test(sentence) || /[.!?] [A-Z]/.test(sentence))).toEqual(
      []
    )
  })
})

describe('what is made of it', () => {
  const made = generateApiFiles('1.2.3')
  const json = (file: string): unknown => JSON.parse(made[file] ?? '')

  test('the manifest names one element with all of its surface', () => {
    const { schemaVersion, modules } = json('manifest/custom-elements.json') as {
      schemaVersion: string
      modules: { declarations: Record<string, unknown>[]; exports: unknown }[]
    }
    expect(schemaVersion).toMatch(/^2\./)
    expect(modules).toHaveLength(1)
    const [declaration] = modules[0]?.declarations ?? []
    expect(declaration).toMatchObject({ kind: 'class', customElement: true, tagName: 'drama-app' })
    const names = (key: string) => ((declaration?.[key] ?? []) as { name: string }[]).map(({ name }) => name)
    for (const [key, list] of [
      ['attributes', attributes],
      ['events', events],
      ['slots', slots],
      ['cssParts', parts],
      ['cssProperties', variables]
    ] as const) {
      expect([key, names(key)]).toEqual([key, Object.keys(list)])
    }
    expect(names('members')).toEqual(expect.arrayContaining([...Object.keys(methods), ...Object.keys(properties)]))
  })

  test('editors are told the same attributes, with the values there are', () => {
    const { tags } = json('manifest/vscode.html-custom-data.json') as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[]
    }
    expect(tags.map(({ name }) => name)).toEqual(['drama-app'])
    expect(tags[0]?.attributes.map(({ name }) => name)).toEqual(Object.keys(attributes))
    const theme = tags[0]?.attributes.find(({ name }) => name === 'theme')
    expect(theme?.values?.map(({ name }) => name)).toEqual(['dark', 'light', 'auto'])
    expect(json('manifest/web-types.json')).toMatchObject({ name: 'drama-app', version: '1.2.3' })
  })
})
