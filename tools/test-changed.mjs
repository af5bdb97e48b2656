// Tests what a change touches: changed files of the working tree, or of the last commit if nothing has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { buildTests, listTestsOf } from './changed-tests.mjs'

const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8' }).split('\n').filter(Boolean)

function listChangedFiles() {
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

const files = listChangedFiles()
const tests = [...new Set(files.flatMap(listTestsOf))].filter(existsSync)
const isOf = folder => test => test.startsWith(folder)
const browserTests = tests
  .filter(isOf('test/widget'))
  .map(test => (test.endsWith('.ts') ? test : `${test}/**/*.test.ts`))
const journeys = tests.filter(test => isOf('test/e2e')(test) && test.endsWith('.test.ts'))
const nodeTests = tests.filter(test => /^test\/(core|server|player|video|tools|[^/]+\.test\.ts)\//.test(`${test}/`))
/** These read the whole tree and take seconds. */
const treeTests = ['architecture', 'checklist', 'locales', 'docs', 'secrets'].map(name => `test/${name}`)
const isBuildNeeded = browserTests.length + journeys.length > 0 || nodeTests.some(file => buildTests.includes(file))

console.log(`${files.length} changed files; tests: ${[...tests, ...treeTests].join(' ')}`)
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
