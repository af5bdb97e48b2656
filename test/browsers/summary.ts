import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FoundEngine, MissingEngine } from './engines/find-engines.js'
import { engineLimits, type Feature } from './engines/limits.js'

export interface JourneyResult {
  /** File without its ending. */
  subject: string
  title: string
  hasPassed: boolean
  missedFeatures: Feature[]
}

export interface EngineRun {
  engine: FoundEngine
  hasPassed: boolean
  journeys: JourneyResult[]
}

interface VitestResult {
  testResults: {
    name: string
    assertionResults: { title: string; status: string; meta?: { missedFeatures?: Feature[] } }[]
  }[]
}

/** `text` is the output of Vitest's reporter `json`. */
export function readRun(engine: FoundEngine, hasPassed: boolean, text: string): EngineRun {
  const { testResults } = JSON.parse(text) as VitestResult
  const journeys = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, meta }) => ({
      subject: path.basename(name, '.test.ts'),
      title,
      hasPassed: status === 'passed',
      missedFeatures: meta?.missedFeatures ?? []
    }))
  )
  return { engine, hasPassed, journeys }
}

export function printSummary(runs: readonly EngineRun[], missing: readonly MissingEngine[]): void {
  console.log('\nBrowsers')
  for (const { engine, hasPassed, journeys } of runs) {
    const passed = journeys.filter(journey => journey.hasPassed)
    console.log(
      `${hasPassed ? '✓' : '✗'} ${engine.name} (${engine.version}): ${passed.length} of ${journeys.length} journeys passed`
    )
    for (const { subject, title } of journeys.filter(journey => !journey.hasPassed))
      console.log(`  ✗ ${subject}: ${title}`)
    for (const feature of new Set(journeys.flatMap(({ missedFeatures }) => missedFeatures))) {
      const limit = engineLimits.find(limit => limit.engine === engine.name && limit.feature === feature)
      console.log(`  without ${feature}: ${limit?.reason} ${limit?.reference}`)
    }
  }
  for (const { name, reason } of missing) console.log(`– ${name} did not run: ${reason}`)
}

const DOCS = 'docs/reference/browsers.md'
const RESULTS = /<!-- results -->[\s\S]*<!-- end of results -->/

/** Replaces the tables between the marks. */
export function writeDocs(runs: readonly EngineRun[]): void {
  const text = readFileSync(DOCS, 'utf8')
  const tables = `${toResultTable(runs)}\n\n${toLimitTable()}`
  writeFileSync(DOCS, text.replace(RESULTS, `<!-- results -->\n\n${tables}\n\n<!-- end of results -->`))
  execFileSync('node_modules/.bin/biome', ['format', '--write', DOCS])
}

function toResultTable(runs: readonly EngineRun[]): string {
  const rows = new Map<string, string[]>()
  for (const { journeys } of runs) {
    for (const { subject, title } of journeys) rows.set(`${subject}: ${title}`, [])
  }
  for (const [name, cells] of rows) {
    for (const { journeys } of runs) {
      const journey = journeys.find(({ subject, title }) => `${subject}: ${title}` === name)
      if (!journey) cells.push('')
      else if (!journey.hasPassed) cells.push('fails')
      else
        cells.push(journey.missedFeatures.length > 0 ? `passes without ${journey.missedFeatures.join(', ')}` : 'passes')
    }
  }
  const head = ['journey', ...runs.map(({ engine }) => engine.version)]
  return toTable(
    head,
    [...rows].sort().map(([name, cells]) => [name, ...cells])
  )
}

const toLimitTable = () =>
  toTable(
    ['engine', 'feature', 'limit'],
    engineLimits.map(({ engine, feature, reason, reference }) => [engine, feature, `${reason} [Source](${reference})`])
  )

const toTable = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
