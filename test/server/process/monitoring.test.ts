// A built server as Prometheus, Grafana and a collector see it: its own port, what deploy/ asks for, and traces.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { signIn } from '../support/api-client.js'
import { newKey } from '../support/money.js'
import { writeCatalogue } from '../support/package-fixture.js'
import { OPERATOR_KEY, openCampaign, operate } from '../support/partners.js'
import { openReceiver, type Receiver } from '../support/receiver.js'
import { parseScrape, readSample, type Sample } from '../support/scrape.js'
import { type BuiltServer, buildServer, type ServerProcess, startServer } from '../support/servers/server-process.js'
import { freshDatabase, openPostgres } from '../support/servers/test-database.js'

let folder: string
let built: BuiltServer
let running: ServerProcess
let collector: Receiver
let partner: Receiver
let databaseUrl: string
let origin: string
let metricsOrigin: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drama-monitoring-'))
  writeCatalogue(join(folder, 'catalogue'))
  ;[built, collector, partner, databaseUrl] = await Promise.all([
    buildServer(),
    openReceiver(),
    openReceiver(),
    freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  ])
  running = startServer(built.file, {
    DATA_DIR: folder,
    CATALOGUE_DIRS: join(folder, 'catalogue'),
    DATABASE_URL: databaseUrl,
    OPERATOR_KEY,
    METRICS_PORT: '0',
    METRICS_HOST: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.base}/`,
    OTEL_SERVICE_NAME: 'drama-under-test'
  })
  origin = await running.origin()
  metricsOrigin = `http://127.0.0.1:${/✓ metrics +port (\d+)/.exec(running.output())?.[1]}`
})
afterAll(async () => {
  running.child.kill('SIGKILL')
  await running.ended
  collector.close()
  partner.close()
  built.remove()
  await rm(folder, { recursive: true, force: true })
})

const server = { fetch: (url: string | URL | Request, init?: RequestInit) => fetch(new URL(`${url}`, origin), init) }
const scrape = async () => parseScrape(await (await fetch(`${metricsOrigin}/metrics`)).text())

test('METRICS_PORT answers with nothing but metrics, and the main port has none', async () => {
  await server.fetch('/index/home')
  const samples = await scrape()
  const route = { route: '/index/home', method: 'GET', status_class: '2xx' }
  expect(readSample(samples, 'drama_http_request_duration_seconds_count', route)).toBe(1)
  expect(readSample(samples, 'drama_database_connections_max')).toBe(10)
  expect(readSample(samples, 'drama_database_connections')).toBeGreaterThan(0)
  expect(readSample(samples, 'drama_database_query_duration_seconds_count')).toBeGreaterThan(0)
  expect(readSample(samples, 'drama_database_up')).toBe(1)
  expect(readSample(samples, 'drama_clock_trusted')).toBe(1)
  expect(readSample(samples, 'drama_data_dir_free_bytes')).toBeGreaterThan(0)
  expect((await server.fetch('/metrics')).status).toBe(404)
  expect((await fetch(`${metricsOrigin}/index/home`)).status).toBe(404)
})

test('the runs of jobs count', async () => {
  const labels = { background_job: 'postback_delivery', result: 'succeeded' }
  await expect.poll(async () => readSample(await scrape(), 'drama_job_runs_total', labels)).toBeGreaterThan(0)
  expect(readSample(await scrape(), 'drama_job_runs_total', { ...labels, result: 'failed' })).toBe(0)
})

interface Panel {
  id: number
  title: string
  targets?: { expr: string }[]
}

interface Rule {
  alert?: string
  record?: string
  expr: string
  annotations?: { summary?: string; runbook?: string }
}

const dashboard = JSON.parse(readFileSync('deploy/grafana/drama.json', 'utf8')) as { panels: Panel[] }
const { groups } = parseYaml(readFileSync('deploy/prometheus/drama.rules.yml', 'utf8')) as {
  groups: { rules: Rule[] }[]
}
const rules = groups.flatMap(group => group.rules)
const guide = readFileSync('docs/guide/monitoring.md', 'utf8')

/** Throws for what is no PromQL. */
function findMetricNames(promql: string): string[] {
  const text = promql.replaceAll('$__rate_interval', '5m')
  const names: string[] = []
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${promql}`)
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(text.slice(from, to))
    }
  })
  return names
}

/** Prometheus writes `up` itself. */
const knownNames = (samples: readonly Sample[]) =>
  new Set(['up', ...samples.map(({ name }) => name), ...rules.flatMap(({ record }) => record ?? [])])

test('the check of PromQL can fail', () => {
  expect(findMetricNames('sum by (le) (rate(a_total{b="c"}[5m])) / d:e > 1')).toEqual(['a_total', 'd:e'])
  for (const wrong of ['sum by (le) (rate(a[5m])', 'a{b=c}', 'rate(a[5])) > 1', '']) {
    expect(() => expect(findMetricNames(wrong)).not.toEqual([])).toThrow()
  }
})

test('every expression of the dashboard is PromQL about metrics that the server has', async () => {
  // Series with labels exist once something has happened.
  await useEverything()
  const known = knownNames(await scrape())
  const expressions = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr }))
  )
  expect(expressions.length).toBeGreaterThan(30)
  for (const { title, expr } of expressions) {
    const names = findMetricNames(expr)
    expect(names, title).not.toEqual([])
    for (const name of names) expect(known, title).toContain(name)
  }
})

test('the panels of the dashboard have different ids, and the data source is a variable', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const sources = [...JSON.stringify(dashboard).matchAll(/"uid":"([^"]+)"/g)].map(([, uid]) => uid)
  expect(new Set(sources)).toEqual(new Set(['drama', '$' + '{datasource}']))
})

test('every rule is PromQL about metrics that the server has, and every alert has a summary and a runbook', async () => {
  await useEverything()
  const known = knownNames(await scrape())
  const alerts = rules.filter(({ alert }) => alert !== undefined)
  expect(alerts.length).toBeGreaterThan(15)
  for (const { alert, record, expr } of rules) {
    const names = findMetricNames(expr)
    expect(names, alert ?? record).not.toEqual([])
    for (const name of names) expect(known, alert ?? record).toContain(name)
  }
  for (const { alert = '', annotations } of alerts) {
    expect(annotations?.summary, alert).toMatch(/\.$/)
    expect(annotations?.runbook).toBe(`docs/guide/monitoring.md#${alert.toLowerCase()}`)
    expect(guide).toContain(`\n### ${alert}\n`)
  }
  const described = [...guide.matchAll(/^### (Drama\w+)$/gm)].map(([, name]) => name)
  expect(new Set(described)).toEqual(new Set(alerts.map(({ alert }) => alert)))
})

let isUsed = false

/** Of each thing whose series begin when it happens first. */
async function useEverything(): Promise<void> {
  if (isUsed) return
  isUsed = true
  const viewer = await signIn(server)
  await viewer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
  await viewer.post('/store/order', { product_id: 'p_brl_300', provider: 'sandbox' }, newKey())
  const { data } = await viewer.post('/drama/play', { episode_id: 'e_rain_1' })
  await server.fetch(data.sources[0]?.url ?? '')
  for (let no = 0; no < 6; no++) await viewer.post('/feedback/submit', { kind: 'bug', text: 'a text' })
}

interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
}

const readSpans = () =>
  collector.received.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)
    )
  )

const attributesOf = ({ attributes }: CollectedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

// The last test, because the server sends the last spans when it ends.
test('requests, statements and calls to partners are traced, without anything about the viewer', async () => {
  const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
  const CALLER_SPAN_ID = '00f067aa0ba902b7'
  const db = openPostgres(databaseUrl)
  const lpid = await openCampaign({ db, clock: { now: Date.now, advance: () => undefined } })
  await operate(server, 'campaign_postback_add', { lpid, event: 'visit', url: `${partner.base}/hook?k=hidden-key` })
  await db.destroy()
  const viewer = await signIn(server, { lpid, landing_url: 'https://page.example/?q=personal-words' })
  const headers = {
    Authorization: viewer.token ?? '',
    'XX-Device-Id': 'device-of-a-trace',
    'User-Agent': 'browser-of-a-trace',
    'Content-Type': 'application/json',
    traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`
  }
  const body = JSON.stringify({ drama_id: 'd_rain', on: 1 })
  const response = await server.fetch('/user/favorite?personal=words', { method: 'POST', headers, body })
  const requestId = response.headers.get('X-Request-Id')
  expect([response.status, (await response.json()).code]).toEqual([200, 200])
  expect(response.headers.get('traceparent')).toBeNull()
  await server.fetch('/readyz')
  const event = { event: 'visit', event_id: 'visit-of-a-trace', at: Date.now(), props: {} }
  expect((await viewer.post('/event/collect', { events: [event] })).code).toBe(200)
  await expect.poll(() => partner.received.length).toBeGreaterThan(0)
  expect(partner.received[0]?.headers).not.toHaveProperty('traceparent')
  running.child.kill('SIGTERM')
  expect((await running.ended).code).toBe(0)

  expect(new Set(collector.received.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set(['POST /v1/traces']))
  const spans = readSpans()
  const [request, ...others] = spans.filter(
    ({ traceId, name }) => traceId === TRACE_ID && name === 'POST /user/favorite'
  )
  expect(others).toEqual([])
  expect(request).toMatchObject({ parentSpanId: CALLER_SPAN_ID, kind: 2 })
  expect(request && attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/user/favorite',
    'http.response.status_code': 200,
    'drama.request_id': requestId
  })
  const inTrace = spans.filter(({ traceId }) => traceId === TRACE_ID)
  const statements = inTrace.filter(({ name }) => name === 'query')
  expect(statements.length).toBeGreaterThan(1)
  const ids = new Set(inTrace.map(({ spanId }) => spanId))
  for (const { parentSpanId = '' } of statements) expect(ids).toContain(parentSpanId)
  expect(JSON.stringify(statements)).toContain('$1')
  const call = spans.find(({ name }) => name === 'POST 127.0.0.1')
  expect(call && [call.kind, attributesOf(call)]).toEqual([
    3,
    { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'http.response.status_code': 200 }
  ])
  expect(spans.some(({ name }) => name === 'transaction')).toBe(true)
  expect(spans.some(({ name }) => /readyz|metrics/.test(name))).toBe(false)

  const sent = collector.received.map(one => one.body).join('\n')
  expect(sent).toContain('drama-under-test')
  const personal = [viewer.token ?? '?', viewer.userId, 'of-a-trace', 'personal', 'hidden-key', 'page.example']
  for (const text of personal) expect(sent).not.toContain(text)
  const lines = running
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
  const line = lines.map(text => JSON.parse(text)).find(({ id }) => id === requestId)
  expect(line).toMatchObject({ level: 30, method: 'POST', route: '/user/favorite', status: 200, trace_id: TRACE_ID })
  expect(Object.keys(line)).toEqual(['level', 'time', 'trace_id', 'id', 'method', 'route', 'path', 'status', 'ms'])
})
