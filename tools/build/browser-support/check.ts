import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { checkBuiltFile, checkSources } from './check-browser-support.js'

const built = ['cdn', 'react', 'site', 'host', 'partners', 'console'].flatMap(page =>
  readdirSync(join('dist', page), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js'))
    .map(name => join('dist', page, name))
)
/** Browsers skip styles that they do not know, and the component libraries of the console come with some. */
const isLibraryStyle = (problem: string) => /^dist\/console\/.*: css\./.test(problem)
const config = ts.readConfigFile('tsconfig.json', ts.sys.readFile).config
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const sources = fileNames.map(name => relative('.', name)).filter(name => /^(src|widget|demo|console)\//.test(name))
const problems = [
  ...built
    .flatMap(file => checkBuiltFile(file, readFileSync(file, 'utf8')))
    .filter(problem => !isLibraryStyle(problem)),
  ...checkSources(sources, options)
]
for (const problem of problems) console.error(problem)
if (built.length === 0) console.error('nothing is built')
if (problems.length > 0 || built.length === 0) process.exit(1)
console.log(`✓ ${built.length} built files and ${sources.length} sources run in the oldest browsers`)
