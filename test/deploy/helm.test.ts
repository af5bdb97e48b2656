import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { knownVariables } from './known-variables.js'

const CHART = 'deploy/helm/drama'
const read = (file: string) => readFileSync(`${CHART}/${file}`, 'utf8')
const chart = parse(read('Chart.yaml'))
const values = parse(read('values.yaml'))
const templates = Object.fromEntries(readdirSync(`${CHART}/templates`).map(name => [name, read(`templates/${name}`)]))
const templateText = Object.values(templates).join('\n')

const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(read('values.schema.json')))
const withSettings = (settings: object) => ({ ...values, settings })

test('the chart has the version of the project', () => {
  expect(chart).toMatchObject({ apiVersion: 'v2', name: 'drama', type: 'application' })
  expect(chart.appVersion).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
  expect(chart.version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('the schema accepts the values, and refuses others', () => {
  expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true)
  const refused = [
    { ...values, replica: 3 },
    { ...values, image: { repository: 'drama', tag: 'latest' } },
    withSettings({ trusted_proxies: '1' }),
    withSettings({ TRUSTED_PROXIES: 1 }),
    withSettings({ DATABASE_URL: 'postgres://db/drama' }),
    withSettings({ MEDIA_SECRET: 'a secret in a ConfigMap' })
  ]
  expect(refused.filter(candidate => isValid(candidate))).toEqual([])
})

test('templates use only values that exist, and all of them', () => {
  const listPaths = (node: unknown, start: string): string[] =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? [start, ...Object.entries(node).flatMap(([name, child]) => listPaths(child, `${start}.${name}`))]
      : [start]
  const paths = listPaths(values, '.Values')
  const used = [...new Set(templateText.match(/\.Values(?:\.\w+)+/g))]
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter(name => !paths.includes(name))).toEqual([])
  const leaves = paths.filter(name => !paths.some(other => other.startsWith(`${name}.`)) && name !== '.Values')
  const isUsed = (leaf: string) => used.some(name => leaf === name || leaf.startsWith(`${name}.`))
  expect(leaves.filter(leaf => !isUsed(leaf))).toEqual([])
})

test('the server knows every environment variable of the chart', () => {
  const inTemplates = [...templateText.matchAll(/^ *(?:- name: )?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?::|$)/gm)].map(
    ([, name = '']) => name
  )
  const [, inComment = ''] = /with secrets, as keys of one Secret: ([\s\S]+?)\nsecret:/.exec(read('values.yaml')) ?? []
  const secrets = inComment.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []
  const { tokenKey } = values.metrics.serviceMonitor
  expect(inTemplates).toEqual(expect.arrayContaining(['NODE_ENV', 'DATA_DIR', 'PORT', 'PUBLIC_URL', 'METRICS_PORT']))
  expect(secrets).toEqual(expect.arrayContaining(['DATABASE_URL', 'MEDIA_SECRET', tokenKey]))
  const names = [...inTemplates, ...secrets, ...Object.keys(values.settings)]
  expect(names.filter(name => !knownVariables.has(name))).toEqual([])
})

test('the pod may do nothing but serve', () => {
  const deployment = templates['deployment.yaml'] ?? ''
  for (const line of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'drop: [ALL]',
    'type: RuntimeDefault',
    'automountServiceAccountToken: false'
  ])
    expect(deployment).toContain(line)
  expect(deployment).toMatch(/readinessProbe:\n +httpGet:\n +path: \/healthz/)
  expect(deployment).toMatch(/livenessProbe:\n +httpGet:\n +path: \/livez/)
})

test('a pod has time to finish its requests', () => {
  const [, drainTimeout = ''] =
    /DRAIN_TIMEOUT_MS = ([\d_]+)/.exec(readFileSync('server/process/drain.ts', 'utf8')) ?? []
  const drainSeconds = Number(drainTimeout.replaceAll('_', '')) / 1000
  expect(drainSeconds).toBeGreaterThan(0)
  // External calls of jobs take 8 s at most.
  expect(values.terminationGracePeriodSeconds).toBeGreaterThan(values.drainDelaySeconds + drainSeconds + 8)
})

const helm = (...words: string[]) => spawnSync('helm', words, { encoding: 'utf8' })
const hasHelm = helm('version').status === 0

test('every block of a template is closed, and Helm renders the chart where it is installed', () => {
  for (const [name, text] of Object.entries(templates)) {
    const opened = text.match(/\{\{-? (?:if|with|range|define)\b/g)?.length ?? 0
    const closed = text.match(/\{\{-? end -?\}\}/g)?.length ?? 0
    expect(closed, name).toBe(opened)
  }
  if (!hasHelm) return
  const secret = ['--set', 'secret.existing=drama']
  const lint = helm('lint', '--strict', CHART, ...secret)
  expect(lint.status, lint.stdout + lint.stderr).toBe(0)
  const rendered = helm('template', 'site', CHART, ...secret)
  expect(rendered.status, rendered.stderr).toBe(0)
  const kinds = parseAllDocuments(rendered.stdout).map(document => document.toJS()?.kind)
  expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Service', 'Ingress', 'NetworkPolicy']))
})
