import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { knownVariables } from './known-variables.js'

interface Service {
  image: string
  build?: { context: string; dockerfile: string; args: Record<string, string> }
  restart?: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
  deploy?: { resources?: { limits?: { cpus?: string; memory?: string } } }
}

const text = readFileSync('deploy/compose.yaml', 'utf8')
const { services, networks, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}
const proxyConfig = readFileSync('deploy/Caddyfile', 'utf8')
const example = readFileSync('deploy/.env.example', 'utf8')
const all = Object.entries(services)
const servers = all.filter(([name]) => name.startsWith('server-'))
/** Ends when its work is done. */
const isTask = (name: string) => name === 'create-bucket'
const namesWhere = (isWrong: (service: Service, name: string) => boolean) =>
  all.filter(([name, service]) => isWrong(service, name)).map(([name]) => name)

test('two servers run with settings that the server knows', () => {
  expect(servers.length).toBeGreaterThanOrEqual(2)
  for (const [, { environment = {} }] of servers) {
    expect(Object.keys(environment)).toContain('DATABASE_URL')
    expect(Object.keys(environment).filter(name => !knownVariables.has(name))).toEqual([])
  }
})

test('they share what several servers must share', () => {
  const shared = ['MEDIA_SECRET', 'ACCOUNT_SECRET', 'PROMO_SECRET', 'VAPID_PRIVATE_KEY', 'MEDIA_BUCKET']
  const [first, ...others] = servers.map(([, { environment = {}, volumes: mounts = [] }]) => ({ environment, mounts }))
  expect(shared.filter(name => first?.environment[name] === undefined)).toEqual([])
  for (const other of others) expect(other).toEqual(first)
})

test('every image has a version', () => {
  expect(namesWhere(({ image }) => !/:(?!latest)[\w.-]*\d[\w.-]*$|:\$\{VERSION:\?\}$/.test(image))).toEqual([])
})

test('every service restarts, has limits, and a health check that others wait for', () => {
  expect(namesWhere(({ restart }) => !restart || restart === 'no')).toEqual([])
  const limitsOf = ({ deploy }: Service) => deploy?.resources?.limits
  expect(namesWhere(service => !limitsOf(service)?.cpus || !limitsOf(service)?.memory)).toEqual([])
  const imageHasCheck = ({ image }: Service) => image.startsWith('drama:')
  expect(namesWhere((service, name) => !service.healthcheck && !imageHasCheck(service) && !isTask(name))).toEqual([])
  const awaited = all.flatMap(([, { depends_on: others = {} }]) => Object.entries(others))
  expect(awaited.filter(([name]) => !(name in services))).toEqual([])
  const expected = (name: string) => (isTask(name) ? 'service_completed_successfully' : 'service_healthy')
  expect(awaited.filter(([name, { condition }]) => condition !== expected(name))).toEqual([])
})

test('only the proxy has ports on the machine, and databases have no way out', () => {
  expect(namesWhere(({ ports }) => ports !== undefined)).toEqual(['proxy'])
  expect(networks.back?.internal).toBe(true)
  for (const name of ['postgres', 'valkey', 'minio', 'create-bucket'])
    expect(services[name]?.networks).toEqual(['back'])
})

test('volumes are named, and files that are mounted or built exist', () => {
  const sources = all.flatMap(([, { volumes: mounts = [] }]) => mounts.map(mount => mount.split(':')[0] ?? ''))
  const files = sources.filter(source => source.startsWith('.'))
  expect(files).toContain('./Caddyfile')
  expect(files.filter(file => !existsSync(path.join('deploy', file)))).toEqual([])
  expect(sources.filter(source => !source.startsWith('.')).filter(source => !(source in volumes))).toEqual([])
  const build = services['server-1']?.build
  expect(existsSync(path.join('deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)
  const containerfile = readFileSync('deploy/Containerfile', 'utf8')
  expect(Object.keys(build?.args ?? {}).filter(name => !containerfile.includes(`ARG ${name}=`))).toEqual([])
})

test('the example names every value, and has none that is secret', () => {
  const used = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name))
  const lines = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
  expect(lines.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
  const secrets = lines.filter(({ name }) => /SECRET|PASSWORD|TOKEN|_KEY/.test(name))
  expect(secrets.length).toBeGreaterThan(8)
  expect(secrets.filter(({ value }) => value !== '')).toEqual([])
  expect(example).toContain(`VERSION=${JSON.parse(readFileSync('package.json', 'utf8')).version}`)
})

test('a secret in compose.yaml comes from the environment', () => {
  const values = all.flatMap(([, { environment = {} }]) => Object.entries(environment))
  const secrets = values.filter(([name]) => /SECRET|PASSWORD|TOKEN|_KEY$|AUTH$/.test(name))
  expect(secrets.length).toBeGreaterThan(8)
  expect(secrets.filter(([, value]) => !/^\$\{\w+:[?-]\}$/.test(value))).toEqual([])
})

test('the proxy takes turns between exactly these servers and asks for their health', () => {
  const [, upstreams = ''] = /\{\$SERVERS:([^}]+)\}/.exec(proxyConfig) ?? []
  expect(upstreams.split(' ')).toEqual(servers.map(([name]) => `${name}:8787`))
  expect(proxyConfig).toContain('lb_policy round_robin')
  expect(proxyConfig).toContain('health_uri /healthz')
  expect(proxyConfig).not.toMatch(/^\s*encode/m)
  for (const [, { environment }] of servers) expect(environment?.TRUSTED_PROXIES).toBe('1')
})
