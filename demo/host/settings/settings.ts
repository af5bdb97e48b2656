import { emptyTheme, type Theme, variablesOf } from '../theme/theme.js'
import { attributeRow, attributeTable } from './attributes.js'

/** What the form holds: attributes as typed, empty where one is left out, and the theme. */
export interface Settings {
  values: Readonly<Record<string, string>>
  theme: Theme
}

/** What a switch holds while it is on. */
export const ON = 'on'

/** The campaign of the page's own address is taken over, as the element would. */
export function initialSettings(search: string): Settings {
  const lpid = new URLSearchParams(search).get('lpid') ?? ''
  return { values: { lpid }, theme: emptyTheme }
}

export const textOf = ({ values }: Settings, name: string) => values[name] ?? ''

/** Why an attribute cannot be used; undefined for one that can, or that is empty. */
export function problemOf(name: string, value: string): string | undefined {
  const row = attributeRow(name)
  return value === '' || row?.kind !== 'text' || row.rule.isValid(value) ? undefined : row.rule.problem
}

/** Attributes as a page would write them, without what the element would ignore or does by itself; `true` for a switch. */
export function attributesOf(settings: Settings): [name: string, value: string | true][] {
  return attributeTable.flatMap(row => {
    const value = textOf(settings, row.name)
    if (value === '' || problemOf(row.name, value) || !isOffered(settings, row.name)) return []
    if (row.kind === 'choice' && value === row.options[0]?.value) return []
    return [[row.name, row.kind === 'switch' ? true : value] as [string, string | true]]
  })
}

/** The same for the element on this page: also what cannot be used, to see what comes of it. */
export function previewAttributes(settings: Settings): Record<string, string | true> {
  const typed = attributeTable.flatMap(row => {
    const value = textOf(settings, row.name)
    return value === '' || row.name === 'base' ? [] : [[row.name, row.kind === 'switch' ? true : value] as const]
  })
  const attributes: Record<string, string | true> = { lang: 'pt', ...Object.fromEntries(typed) }
  if (attributes.routing === 'history') attributes.routing = 'memory'
  return attributes
}

export function isOffered(settings: Settings, name: string): boolean {
  const condition = attributeRow(name)?.onlyWith
  return !condition || textOf(settings, condition.name) === condition.value
}

/** Attributes whose change starts the element anew. */
export function startingValues({ values }: Settings): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !attributeRow(name)?.isLive))
}

/** Declarations for the element that the theme comes to. */
export const themeOf = ({ theme, values }: Settings) => variablesOf(theme, values.theme === 'light')
