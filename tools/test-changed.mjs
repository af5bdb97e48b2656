// Tests what a change touches: changed files of the working tree, or of the last commit if nothing has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)

function listChangedFiles() {
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

/** These tests read the built product. */
const buildTests = ['test/build.test.ts', 'test/server-side-import.test.ts']
const coreRootTests = readdirSync('test/core')
  .filter(name => name.endsWith('.test.ts'))
  .map(name => `test/core/${name}`)

/** Folders of tests that mirror a source file; those that do not exist are left out later. */
function mirrorsOf(file) {
  const [root, layer, feature = ''] = file.split('/')
  const noun = path.basename(file).replace(/\..*$/, '')
  if (root === 'test') {
    if (file.endsWith('.test.ts')) return [file]
    const folder = path.posix.dirname(file).replace(/\/support.*$/, '')
    return [folder === 'test/widget/lab' ? 'test/widget/ui' : folder]
  }
  if (root === 'src' && layer === 'core') return feature.includes('.') ? coreRootTests : [`test/core/${feature}`]
  if (root === 'src' && layer === 'views') return [`test/widget/${feature}`, `test/widget/${noun}`]
  if (root === 'src') return [`test/${layer}`]
  if (root === 'server') return [`test/server/${layer === 'modules' ? feature : layer}`]
  if (root === 'contract') return [`test/server/${noun}`, `test/core/${noun}`]
  if (root === 'widget') return ['test/widget/start', `test/widget/${layer}`]
  if (root === 'tools') return layer === 'build' ? ['test/tools', ...buildTests] : ['test/tools']
  if (file === 'rollup.config.mjs') return buildTests
  return []
}

const files = listChangedFiles()
const mirrors = [...new Set(files.flatMap(mirrorsOf))].filter(existsSync)
const isOf = folder => mirror => mirror.startsWith(folder)
const browserTests = mirrors
  .filter(isOf('test/widget'))
  .map(mirror => (mirror.endsWith('.ts') ? mirror : `${mirror}/**/*.test.ts`))
const journeys = mirrors.filter(mirror => isOf('test/e2e')(mirror) && mirror.endsWith('.test.ts'))
const nodeTests = mirrors.filter(mirror =>
  /^test\/(core|server|player|video|tools|[^/]+\.test\.ts)\//.test(`${mirror}/`)
)
/** These read the whole tree and take seconds. */
const treeTests = ['architecture', 'checklist', 'locales', 'docs', 'secrets'].map(name => `test/${name}`)
const isBuildNeeded = browserTests.length + journeys.length > 0 || nodeTests.some(file => buildTests.includes(file))

console.log(`${files.length} changed files; tests: ${[...mirrors, ...treeTests].join(' ')}`)
const steps = [
  ['npm', ['run', '--silent', 'test:1-types']],
  ['npm', ['run', '--silent', 'test:2-architecture']],
  ['npx', ['biome', 'check', '--error-on-warnings', ...files.filter(existsSync), '--no-errors-on-unmatched']],
  ...(isBuildNeeded ? [['npm', ['run', '--silent', 'build']]] : []),
  // Two runs, because vitest refuses projects with different numbers of workers in one.
  ...['unit', 'server'].map(name => [
    'npx',
    ['vitest', 'run', '--project', name, '--passWithNoTests', ...treeTests, ...nodeTests]
  ]),
  ...(browserTests.length > 0 ? [['npx', ['wtr', '--group', 'react'], { TEST_FILES: browserTests.join(',') }]] : []),
  ...(journeys.length > 0 ? [['npx', ['vitest', 'run', '--project', 'journey', ...journeys]]] : [])
]
for (const [command, parameters, env] of steps) {
  const { status } = spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) process.exit(1)
}
