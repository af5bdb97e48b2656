// Finds what built files use and one of the oldest browsers lacks.
import type { Identifier } from '@mdn/browser-compat-data'
import { type Options, parse } from 'acorn'
import { simple } from 'acorn-walk'
import postcss, { type Container, type Declaration } from 'postcss'
import { findFeature, lackingBrowsers } from './support-data.js'

/** `feature` is a path of MDN's compatibility data. */
export interface Finding {
  feature: string
  lacking: string[]
}

/** What all browsers of `browserslist` parse: class static blocks came to Safari with 16.4. */
export const SCRIPT_VERSION = 2022 satisfies Options['ecmaVersion']

/** Throws a SyntaxError for syntax that is newer than `SCRIPT_VERSION`. */
export function findUnsupportedInScript(code: string): Finding[] {
  const features = new Set<string>()
  const program = parse(code, { ecmaVersion: SCRIPT_VERSION, sourceType: 'module' })
  simple(program, {
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier' || object.type !== 'Identifier') return
      for (const feature of findMember(object.name, property.name)) features.add(feature)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier') for (const feature of findGlobal(callee.name)) features.add(feature)
    },
    Literal({ value }) {
      if (typeof value === 'string') addStyles(value)
    },
    TemplateLiteral({ quasis }) {
      addStyles(quasis.map(({ value }) => value.cooked ?? '').join('0'))
    }
  })
  function addStyles(text: string) {
    if (!/\{[^{}]*:[^{}]*\}/.test(text)) return
    for (const { feature } of findUnsupportedInStyles(text)) features.add(feature)
  }
  return toFindings(features)
}

/** A member of a known global. Members of other objects are found by their type: `find-unsupported-in-sources.ts`. */
function findMember(owner: string, name: string): string[] {
  return ['api', 'javascript.builtins']
    .flatMap(part => [`${part}.${owner}.${name}_static`, `${part}.${owner}.${name}`])
    .filter(isLacking)
    .slice(0, 1)
}

const findGlobal = (name: string) => [`api.${name}`, `javascript.builtins.${name}`].filter(isLacking)

export function findUnsupportedInStyles(text: string): Finding[] {
  const features = new Set<string>()
  const add = (path: string) => {
    if (findFeature(path)?.__compat && isLacking(path)) features.add(path)
  }
  let root: Container
  try {
    root = postcss.parse(text)
  } catch {
    return []
  }
  root.walkAtRules(rule => {
    add(`css.at-rules.${rule.name}`)
    if (rule.name !== 'media') return
    for (const [, name] of rule.params.matchAll(/\(\s*([a-z-]+)/g)) add(`css.at-rules.media.${name}`)
  })
  root.walkRules(({ selector }) => {
    for (const [, name] of selector.matchAll(/::?([a-z-]+)/g)) add(`css.selectors.${name}`)
    if (selector.includes('&')) add('css.selectors.nesting')
  })
  root.walkDecls(declaration => {
    const { prop, value } = declaration
    if (prop.startsWith('--') || hasFallback(declaration)) return
    add(`css.properties.${prop}`)
    for (const [, word] of value.matchAll(/(?<![\w.#-])([a-z][a-z0-9-]*)/g)) add(`css.properties.${prop}.${word}`)
    for (const [, name] of value.matchAll(/([a-z-]+)\(/g))
      for (const path of [`css.types.${name}`, `css.types.color.${name}`]) add(path)
    for (const [, unit] of value.matchAll(/\d((?:[sld]v|cq)[a-z]+)\b/g)) {
      add(
        `css.types.length.viewport_percentage_units_${/^[sld]v/.exec(unit ?? '')?.[0] === 'dv' ? 'dynamic' : 'small'}`
      )
      add('css.types.length.container_query_length_units')
    }
  })
  return toFindings(features)
}

/** The same property with a prefix or another value beside it, of which browsers keep what they know, or `@supports`. */
function hasFallback({ prop, parent }: Declaration): boolean {
  for (let owner = parent; owner && owner.type !== 'root'; owner = owner.parent as typeof parent)
    if (owner.type === 'atrule' && 'name' in owner && owner.name === 'supports') return true
  return (
    (parent?.nodes ?? []).filter(node => node.type === 'decl' && [prop, `-webkit-${prop}`].includes(node.prop)).length >
    1
  )
}

export function isLacking(path: string): boolean {
  const feature = findFeature(path)
  return feature?.__compat !== undefined && lackingBrowsers(feature).length > 0
}

export const toFindings = (features: Iterable<string>): Finding[] =>
  [...features].map(feature => ({ feature, lacking: lackingBrowsers(findFeature(feature) as Identifier) }))
