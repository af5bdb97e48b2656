import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.js'
import { resolveVapidKey } from '../../../server/config/secrets.js'
import { type BuiltServer, buildServer, startServer } from '../support/servers/server-process.js'
import { freshDatabase } from '../support/servers/test-database.js'

const surroundings = { projectDir: '/project', readText: () => null }

test('everything has a default', () => {
  expect(readConfig({}, surroundings)).toEqual({
    port: 8787,
    host: '0.0.0.0',
    dataDir: join(process.cwd(), '.data'),
    uploadMaxBytes: 8_589_934_592,
    databaseUrl: null,
    databaseReplicaUrl: null,
    redisUrl: null,
    publicUrl: null,
    trustedProxies: 0,
    countryHeader: null,
    visitorLogins: { perMinute: 60, perHour: 2000 },
    catalogueDirs: ['/project/sample/catalogue', join(process.cwd(), '.data/catalogue')],
    hasSamples: true,
    hasSampleActivity: false,
    distDir: '/project/dist',
    releasesDir: join(process.cwd(), '.data/releases'),
    promoSecrets: [],
    termsUrl: null,
    privacyUrl: null,
    mediaSecrets: [],
    mediaTicketSeconds: null,
    mediaBucket: null,
    countedWatchTime: 'served',
    envelopeSecret: null,
    logLevel: 'info',
    metrics: { port: null, host: '0.0.0.0', token: null },
    otlpEndpoint: null,
    timezone: 'America/Sao_Paulo',
    currency: 'BRL',
    accountSecret: null,
    vapidPrivateKey: null,
    vapidSubject: 'mailto:no-reply@localhost',
    smtpUrl: null,
    mailFrom: 'Drama <no-reply@localhost>',
    isProduction: false,
    isDemo: true,
    payments: { providers: ['sandbox'], stripe: null, sandboxPlace: 'sheet' },
    operatorKey: null,
    rewards: { budget: 60_000, perNetwork: 300, telegramUrl: null, telegramBot: null },
    support: { refundLimit: 10_000, adjustmentLimit: 500 },
    reportArchive: 'off',
    conversions: {
      metaApiBase: 'https://graph.facebook.com/v25.0',
      tiktokApiBase: 'https://business-api.tiktok.com/open_api/v1.3'
    }
  })
})

test('what viewers did is written with `npm start` or if it is asked for, never in production or without samples', () => {
  const read = (env: Record<string, string>) => readConfig(env, surroundings).hasSampleActivity
  expect(read({ npm_lifecycle_event: 'start' })).toBe(true)
  expect(read({ SAMPLE_ACTIVITY: '1' })).toBe(true)
  expect(read({ npm_lifecycle_event: 'start', SAMPLE_ACTIVITY: '0' })).toBe(false)
  expect(read({ npm_lifecycle_event: 'test' })).toBe(false)
  expect(read({ SAMPLE_ACTIVITY: '1', NODE_ENV: 'production', DEMO: '1', ALLOW_SANDBOX_PAYMENTS: '1' })).toBe(false)
  expect(read({ SAMPLE_ACTIVITY: '1', CATALOGUE_DIRS: '/elsewhere' })).toBe(false)
})

test('given values are used', () => {
  const env = {
    PORT: '80',
    CATALOGUE_DIRS: '/a, /b',
    PUBLIC_URL: 'https://drama.test/',
    MEDIA_SECRET: `${'n'.repeat(16)},${'o'.repeat(16)}`
  }
  expect(readConfig(env, surroundings)).toMatchObject({
    port: 80,
    catalogueDirs: ['/a', '/b'],
    hasSamples: false,
    hasSampleActivity: false,
    publicUrl: 'https://drama.test',
    mediaSecrets: ['n'.repeat(16), 'o'.repeat(16)]
  })
})

test('push services can ask the operator: at the given address, the site’s, or the sender’s', () => {
  const read = (env: Record<string, string>) => readConfig(env, surroundings).vapidSubject
  const site = { PUBLIC_URL: 'https://drama.test/' }
  const mail = { MAIL_FROM: 'Drama <help@drama.test>' }
  expect(read({ ...site, ...mail, VAPID_SUBJECT: 'mailto:ops@drama.test' })).toBe('mailto:ops@drama.test')
  expect(read({ ...site, ...mail })).toBe('https://drama.test')
  expect(read({ PUBLIC_URL: 'http://drama.test', ...mail })).toBe('mailto:help@drama.test')
  expect(read({ MAIL_FROM: 'help@drama.test' })).toBe('mailto:help@drama.test')
  expect(() => read({ VAPID_SUBJECT: 'http://drama.test' })).toThrow(/^VAPID_SUBJECT/)
  expect(() => read({ VAPID_PRIVATE_KEY: 'short' })).toThrow(/^VAPID_PRIVATE_KEY/)
})

test('the key of Web Push is made once, and the environment wins', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'drama-vapid-'))
  const made = resolveVapidKey({ dataDir, vapidPrivateKey: null })
  expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(resolveVapidKey({ dataDir, vapidPrivateKey: null })).toBe(made)
  expect(resolveVapidKey({ dataDir, vapidPrivateKey: 'own' })).toBe('own')
  rmSync(dataDir, { recursive: true })
})

test('samples are for showing, not for production', () => {
  const inProduction = { NODE_ENV: 'production', ...stripeEnv }
  const read = (env: Record<string, string>) => {
    const { isDemo, hasSamples, catalogueDirs } = readConfig(env, surroundings)
    return { isDemo, hasSamples, hasSampleFolder: catalogueDirs.some(dir => dir.endsWith('sample/catalogue')) }
  }
  const all = { isDemo: true, hasSamples: true, hasSampleFolder: true }
  const none = { isDemo: false, hasSamples: false, hasSampleFolder: false }
  expect([read({}), read({ DEMO: '0' })]).toEqual([all, none])
  expect([read(inProduction), read({ ...inProduction, DEMO: '1' })]).toEqual([none, all])
})

test('D-203 the envelope secret comes from the environment or from the build', () => {
  const built = {
    ...surroundings,
    readText: (path: string) => (path === '/dist/envelope-secret' ? 'built-secret-123\n' : null)
  }
  const env = { ENCRYPT_DATA: '1', DIST_DIR: '/dist' }
  expect(readConfig(env, built).envelopeSecret).toBe('built-secret-123')
  expect(readConfig({ ...env, ENVELOPE_SECRET: 'given-secret-123' }, built).envelopeSecret).toBe('given-secret-123')
  expect(readConfig({ DIST_DIR: '/dist' }, built).envelopeSecret).toBeNull()
})

const stripeEnv = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_hunter2', STRIPE_WEBHOOK_SECRET: 'whsec_hunter2' }

test('the sandbox stands beside live payments, or in production, only where that is said', () => {
  const stripe = {
    secretKey: 'sk_live_hunter2',
    webhookSecret: 'whsec_hunter2',
    apiBase: null,
    methods: ['card'],
    publishableKey: null
  }
  const paymentsOf = (env: Record<string, string>) => readConfig(env, surroundings).payments
  expect(paymentsOf({ ...stripeEnv, NODE_ENV: 'production' })).toEqual({
    providers: ['stripe'],
    stripe,
    sandboxPlace: 'sheet'
  })
  const both = {
    ...stripeEnv,
    PAYMENTS: 'stripe, sandbox',
    ALLOW_SANDBOX_PAYMENTS: '1',
    STRIPE_PAYMENT_METHODS: 'card,pix',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
    SANDBOX_PAYMENT: 'tab'
  }
  expect(paymentsOf(both)).toEqual({
    providers: ['stripe', 'sandbox'],
    stripe: { ...stripe, methods: ['card', 'pix'], publishableKey: 'pk_live_public' },
    sandboxPlace: 'tab'
  })
  const allowed = { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' }
  expect(paymentsOf(allowed)).toEqual({ providers: ['sandbox'], stripe: null, sandboxPlace: 'sheet' })
})

const bad: [string, Record<string, string>][] = [
  ['PAYMENTS', { PAYMENTS: 'paypal' }],
  ['PAYMENTS', { PAYMENTS: 'sandbox,sandbox' }],
  ['PAYMENTS', { NODE_ENV: 'production' }],
  ['PAYMENTS', { STRIPE_SECRET_KEY: 'sk_live_hunter2' }],
  ['PAYMENTS', { ...stripeEnv, PAYMENTS: 'sandbox,stripe' }],
  ['STRIPE_SECRET_KEY', { ...stripeEnv, STRIPE_SECRET_KEY: 'hunter2' }],
  ['STRIPE_WEBHOOK_SECRET', { ...stripeEnv, STRIPE_WEBHOOK_SECRET: '' }],
  ['STRIPE_PAYMENT_METHODS', { ...stripeEnv, STRIPE_PAYMENT_METHODS: 'Card!' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...stripeEnv, STRIPE_PUBLISHABLE_KEY: 'sk_live_hunter2' }],
  ['STRIPE_PUBLISHABLE_KEY', { ...stripeEnv, STRIPE_PUBLISHABLE_KEY: 'pk_test_public' }],
  ['SANDBOX_PAYMENT', { SANDBOX_PAYMENT: 'popup' }],
  ['STRIPE_API_BASE', { ...stripeEnv, STRIPE_API_BASE: 'ftp://x' }],
  ['DEMO', { DEMO: 'yes' }],
  ['NODE_ENV', { NODE_ENV: 'Production' }],
  ['NODE_ENV', { NODE_ENV: ' production' }],
  ['NODE_ENV', { NODE_ENV: 'prod', PAYMENTS: 'stripe' }],
  ['PORT', { PORT: 'abc' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user:hunter2@x/y' }],
  ['DATABASE_URL', { DATABASE_URL: 'nonsense' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://user:hunter2@one:5432,two:nonsense/drama' }],
  ['DATABASE_REPLICA_URL', { DATABASE_URL: 'postgres://one/drama', DATABASE_REPLICA_URL: 'nonsense' }],
  ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'postgres://me:hunter2@one/drama' }],
  ['REPORT_ARCHIVE', { REPORT_ARCHIVE: 'yes' }],
  ['REDIS_URL', { REDIS_URL: 'http://user:hunter2@x:6379' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://x' }],
  ['MEDIA_SECRET', { MEDIA_SECRET: 'hunter2' }],
  ['PROMO_SECRET', { PROMO_SECRET: 'hunter2' }],
  ['MEDIA_SECRET', { MEDIA_SECRET: Array(3).fill('hunter2'.repeat(3)).join(',') }],
  ['MEDIA_TICKET_SECONDS', { MEDIA_TICKET_SECONDS: '0' }],
  ['WATCH_COUNT', { WATCH_COUNT: 'all' }],
  ['ENCRYPT_DATA', { ENCRYPT_DATA: 'yes' }],
  ['ENVELOPE_SECRET', { ENCRYPT_DATA: '1' }],
  ['ENVELOPE_SECRET', { ENVELOPE_SECRET: 'hunter2' }],
  ['ENVELOPE_SECRET', { ENVELOPE_SECRET: 'hunter2 hunter2!' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['METRICS_PORT', { METRICS_PORT: '65536' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
  ['TIMEZONE', { TIMEZONE: 'Mars/Phobos' }],
  ['OPERATOR_KEY', { OPERATOR_KEY: 'hunter2' }],
  ['REWARD_BUDGET', { REWARD_BUDGET: '-1' }],
  ['TELEGRAM_CHANNEL', { TELEGRAM_CHANNEL: 'drama' }],
  ['TELEGRAM_CHANNEL', { TELEGRAM_BOT_TOKEN: '1:hunter2' }],
  ['CURRENCY', { CURRENCY: 'reais' }]
]
test.each(bad)('a bad %s is one line that names it and repeats no secret: %j', (variable, env) => {
  let message = ''
  try {
    readConfig(env, surroundings)
  } catch (error) {
    message = error instanceof Error ? error.message : ''
  }
  expect(message).toMatch(new RegExp(`^${variable}: .+$`))
  expect(message).not.toContain('hunter2')
})

let server: BuiltServer
let folder: string
beforeAll(async () => {
  server = await buildServer()
  folder = mkdtempSync(join(tmpdir(), 'drama-config-'))
})
afterAll(() => {
  server.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function failWith(env: Record<string, string>) {
  const started = startServer(server.file, { DATA_DIR: join(folder, 'data'), ...env })
  const { code } = await started.ended
  const errors = started
    .output()
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('✓'))
  return { code, errors }
}

test('a value that cannot be used ends the start with exit code 1 and one line', async () => {
  expect(await failWith({ PORT: 'x' })).toEqual({
    code: 1,
    errors: ['✗ PORT: "x" is not a whole number from 0 to 65535']
  })
})

test('a folder that cannot be written is named', async () => {
  writeFileSync(join(folder, 'file'), '')
  const { code, errors } = await failWith({ DATA_DIR: join(folder, 'file', 'data') })
  expect([code, errors]).toEqual([1, [expect.stringMatching(/^✗ DATA_DIR: .*file/)]])
})

test('a database that cannot be reached is named without its password', async () => {
  const { code, errors } = await failWith({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/drama' })
  expect([code, errors]).toEqual([1, [expect.stringMatching(/^✗ DATABASE_URL: cannot be reached: /)]])
  expect(errors.join()).not.toContain('hunter2')
})

test('a port that is in use is named', async () => {
  const holder = createServer()
  await new Promise<void>(resolve => holder.listen(0, '127.0.0.1', resolve))
  const address = holder.address()
  const port = typeof address === 'object' ? `${address?.port}` : ''
  const failed = await failWith({ PORT: port, DATABASE_URL: await freshDatabase() })
  holder.close()
  expect(failed).toEqual({ code: 1, errors: [`✗ PORT: ${port} is already in use`] })
})
