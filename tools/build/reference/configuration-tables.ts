import { type ConfigVariable, variableGroups } from '../../../server/config/variables.js'
import { formatCode, toTable } from './markdown.js'

export function createConfigurationTables(): Record<string, string> {
  const sections = Object.entries(variableGroups).map(([title, variables]) => {
    const rows = Object.entries<ConfigVariable>(variables).map(([name, { fallback, description }]) => [
      formatCode(name),
      fallback ?? '',
      description
    ])
    return `## ${title}\n\n${toTable(['variable', 'default', 'meaning'], rows)}`
  })
  return { variables: sections.join('\n\n') }
}
