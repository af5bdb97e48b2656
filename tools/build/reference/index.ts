// Writes the pages of docs/reference: the text of pages/, with tables in place of the `<!-- table: name -->` lines.
import { readFileSync } from 'node:fs'
import { createApiTables } from './api-tables.js'
import { createBrowserFeatureTables } from './browser-feature-tables.js'
import { createConfigurationTables } from './configuration-tables.js'
import { createElementTables } from './element-tables.js'
import { createOperatorTables } from './operator-tables.js'

const PAGES = 'tools/build/reference/pages'

export async function generateReference(): Promise<Record<string, string>> {
  return {
    'docs/reference/element.md': fillPage('element', createElementTables()),
    'docs/reference/api.md': fillPage('api', createApiTables()),
    'docs/reference/browser-features.md': fillPage('browser-features', createBrowserFeatureTables()),
    'docs/reference/configuration.md': fillPage('configuration', createConfigurationTables()),
    'docs/reference/operator.md': fillPage('operator', await createOperatorTables())
  }
}

function fillPage(page: string, tables: Record<string, string>): string {
  const source = `${PAGES}/${page}.md`
  const unused = new Set(Object.keys(tables))
  const text = readFileSync(source, 'utf8').replace(/^<!-- table: ([a-z ]+) -->$/gm, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`${source} names a table that does not exist: ${name}`)
    unused.delete(name)
    return table
  })
  if (unused.size > 0) throw new Error(`${source} does not name the table ${[...unused].join(', ')}`)
  return `<!-- Made by \`npm run docs\` from ${source}. -->\n\n${text}`
}
