import { emptyTheme, type Theme, variablesOf } from '../theme/theme.js'
import { attributeRow, attributeTable } from './attributes.js'

export interface WorkbenchSettings {
  values: Readonly<Record<string, string>>
  theme: Theme
}

export const ON = 'on'

export function initialSettings(search: string): WorkbenchSettings {
  const lpid = new URLSearchParams(search).get('lpid') ?? ''
  return { values: { lpid }, theme: emptyTheme }
}

export const textOf = ({ values }: WorkbenchSettings, name: string) => values[name] ?? ''

export function problemOf(name: string, value: string): string | undefined {
  const row = attributeRow(name)
  return value === '' || row?.kind !== 'text' || row.rule.isValid(value) ? undefined : row.rule.problem
}

/** The attributes as a page would write them, without invalid values and defaults; `true` is a switch. */
export function attributesOf(settings: WorkbenchSettings): [name: string, value: string | true][] {
  return attributeTable.flatMap(row => {
    const value = textOf(settings, row.name)
    if (value === '' || problemOf(row.name, value) || !isOffered(settings, row.name)) return []
    if (row.kind === 'choice' && value === row.options[0]?.value) return []
    return [[row.name, row.kind === 'switch' ? true : value] as [string, string | true]]
  })
}

/**
 * Includes invalid values, so that the preview shows their effect. Leaves out `base` and history routing, because the
 * workbench keeps its address.
 */
export function previewAttributes(settings: WorkbenchSettings): Record<string, string | true> {
  const entries = attributeTable.flatMap(row => {
    const value = textOf(settings, row.name)
    return value === '' || row.name === 'base' ? [] : [[row.name, row.kind === 'switch' ? true : value] as const]
  })
  const attributes: Record<string, string | true> = { lang: 'pt', ...Object.fromEntries(entries) }
  if (attributes.routing === 'history') attributes.routing = 'memory'
  return attributes
}

export function isOffered(settings: WorkbenchSettings, name: string): boolean {
  const condition = attributeRow(name)?.onlyWith
  return !condition || textOf(settings, condition.name) === condition.value
}

export function startingValues({ values }: WorkbenchSettings): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !attributeRow(name)?.isLive))
}

export const themeOf = ({ theme, values }: WorkbenchSettings) => variablesOf(theme, values.theme === 'light')
