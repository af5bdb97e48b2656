import { resolve } from 'node:path'
import type { ProviderId } from '../../contract/store.js'
import { isTimeZone } from '../lib/time-zone.js'
import {
  ConfigError,
  type EnvVariables,
  parseList,
  readDatabaseUrl,
  readHeaderName,
  readOneOf,
  readOneOfExactly,
  readString,
  readUrl,
  readWholeNumber
} from './env-values.js'
import { type BucketSettings, readMediaBucket } from './media-bucket.js'
import type { VariableName } from './variables.js'

/** All folders are absolute. `mediaTicketSeconds` null means: derive the duration from the episode's length. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** Of a file of an episode. */
  uploadMaxBytes: number
  databaseUrl: string | null
  /** Of one host or of several, each a replica of `databaseUrl`. */
  databaseReplicaUrl: string | null
  /** Valkey or Redis. */
  redisUrl: string | null
  publicUrl: string | null
  trustedProxies: number
  /** Lower case. Believed only behind a trusted proxy. */
  countryHeader: string | null
  visitorLogins: { perMinute: number; perHour: number }
  catalogueDirs: string[]
  hasSamples: boolean
  /** The first start writes what viewers of the samples did in the last days. */
  hasSampleActivity: boolean
  /** Serves the demonstration pages and mailbox. */
  isDemo: boolean
  distDir: string
  releasesDir: string
  mediaSecrets: string[]
  mediaTicketSeconds: number | null
  mediaBucket: BucketSettings | null
  /** Whether seconds count as watched only if this server has sent the film. */
  countedWatchTime: 'served' | 'played'
  promoSecrets: string[]
  envelopeSecret: string | null
  logLevel: LogLevel
  metrics: MetricsSettings
  /** Without a slash at the end. Null: no traces. */
  otlpEndpoint: string | null
  timezone: string
  currency: string
  accountSecret: string | null
  vapidPrivateKey: string | null
  /** Whom push services can ask about this server: a mailto: or https: address. */
  vapidSubject: string
  smtpUrl: string | null
  mailFrom: string
  isProduction: boolean
  payments: PaymentSettings
  operatorKey: string | null
  rewards: RewardSettings
  support: SupportSettings
  /** `write` keeps what reports count as files; `read` also answers reports from them. */
  reportArchive: 'off' | 'write' | 'read'
  conversions: ConversionSettings
  termsUrl: string | null
  privacyUrl: string | null
}

/**
 * `budget` is the bonus that is approved without a reviewer, per campaign and day; `perNetwork` what people of one
 * network may earn together in a day before one of them pays.
 */
export interface RewardSettings {
  budget: number
  perNetwork: number
  telegramUrl: string | null
  telegramBot: { token: string; channel: string; apiBase: string } | null
}

/**
 * `refundLimit` is how much of an order the role `support` may refund, in minor units of CURRENCY; `adjustmentLimit` how
 * many coins a viewer may get or lose in 24 hours without a second operator.
 */
export interface SupportSettings {
  refundLimit: number
  adjustmentLimit: number
}

/** Without `port` and `token` there is no /metrics. */
export interface MetricsSettings {
  port: number | null
  host: string
  token: string | null
}

/** Addresses without a slash at the end; Meta's has the version of its API. */
export interface ConversionSettings {
  metaApiBase: string
  tiktokApiBase: string
}

/** The first provider is the default. `stripe` is null unless `providers` contains it. */
export interface PaymentSettings {
  providers: ProviderId[]
  stripe: StripeSettings | null
  sandboxPlace: 'sheet' | 'tab'
}

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  apiBase: string | null
  methods: string[]
  /** Without it, payments are made on Stripe's page. */
  publishableKey: string | null
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

export interface ConfigSources {
  projectDir: string
  readText: (path: string) => string | null
}

const SAMPLE_DIR = 'sample/catalogue'
const META_API_BASE = 'https://graph.facebook.com/v25.0'
const TIKTOK_API_BASE = 'https://business-api.tiktok.com/open_api/v1.3'

/** Throws ConfigError for the first invalid setting. */
export function readConfig(env: EnvVariables, { projectDir, readText }: ConfigSources): Config {
  const dataDir = resolve(readString(env, 'DATA_DIR') ?? '.data')
  const distDir = resolve(readString(env, 'DIST_DIR') ?? resolve(projectDir, 'dist'))
  const dirs = readCatalogueDirs(env, projectDir, dataDir)
  const isDemo = readDemo(env)
  const hasSamples = dirs.includes(resolve(projectDir, SAMPLE_DIR)) && isDemo
  const publicUrl = readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null
  const mailFrom = readString(env, 'MAIL_FROM') ?? 'Drama <no-reply@localhost>'
  return {
    port: readWholeNumber(env, 'PORT', { from: 0, to: 65_535 }) ?? 8787,
    host: readString(env, 'HOST') ?? '0.0.0.0',
    dataDir,
    uploadMaxBytes: readWholeNumber(env, 'UPLOAD_MAX_BYTES', { from: 1, to: 1024 ** 5 }) ?? 8 * 1024 ** 3,
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseReplicaUrl: readReplicaUrl(env),
    redisUrl: readUrl(env, 'REDIS_URL', ['redis:', 'rediss:']),
    publicUrl,
    trustedProxies: readWholeNumber(env, 'TRUSTED_PROXIES', { from: 0, to: 10 }) ?? 0,
    countryHeader: readHeaderName(env, 'COUNTRY_HEADER'),
    visitorLogins: {
      perMinute: readWholeNumber(env, 'VISITORS_PER_MINUTE', { from: 1, to: 1_000_000 }) ?? 60,
      perHour: readWholeNumber(env, 'VISITORS_PER_HOUR', { from: 1, to: 1_000_000 }) ?? 2_000
    },
    catalogueDirs: dirs,
    hasSamples,
    hasSampleActivity: hasSamples && readSampleActivity(env),
    isDemo,
    distDir,
    releasesDir: resolve(readString(env, 'RELEASES_DIR') ?? resolve(dataDir, 'releases')),
    mediaSecrets: readSecrets(env, 'MEDIA_SECRET'),
    mediaTicketSeconds: readWholeNumber(env, 'MEDIA_TICKET_SECONDS', { from: 1, to: 604_800 }),
    mediaBucket: readMediaBucket(env),
    countedWatchTime: readOneOf(env, 'WATCH_COUNT', ['served', 'played'] as const) ?? 'served',
    promoSecrets: readSecrets(env, 'PROMO_SECRET'),
    envelopeSecret: readEnvelopeSecret(env, distDir, readText),
    logLevel: readOneOf(env, 'LOG_LEVEL', logLevels) ?? 'info',
    metrics: readMetrics(env),
    otlpEndpoint: readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    timezone: readTimezone(env),
    currency: readCurrency(env),
    accountSecret: readAccountSecret(env),
    vapidPrivateKey: readVapidKey(env),
    vapidSubject: readUrl(env, 'VAPID_SUBJECT', ['mailto:', 'https:']) ?? toVapidSubject(publicUrl, mailFrom),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom,
    isProduction: readIsProduction(env),
    payments: readPayments(env),
    operatorKey: readOperatorKey(env),
    rewards: readRewards(env),
    support: readSupport(env),
    reportArchive: readOneOf(env, 'REPORT_ARCHIVE', ['off', 'write', 'read'] as const) ?? 'off',
    conversions: readConversions(env),
    termsUrl: readUrl(env, 'TERMS_URL', ['http:', 'https:']),
    privacyUrl: readUrl(env, 'PRIVACY_URL', ['http:', 'https:'])
  }
}

function readDemo(env: EnvVariables): boolean {
  const given = readOneOf(env, 'DEMO', ['0', '1'] as const)
  return given === null ? !readIsProduction(env) : given === '1'
}

/** `npm start` is for people who look at the product; programs start `dist/server`. */
function readSampleActivity(env: EnvVariables): boolean {
  const given = readOneOf(env, 'SAMPLE_ACTIVITY', ['0', '1'] as const)
  return !readIsProduction(env) && (given === null ? env.npm_lifecycle_event === 'start' : given === '1')
}

const readIsProduction = (env: EnvVariables) =>
  readOneOfExactly(env, 'NODE_ENV', ['production', 'development', 'test']) === 'production'

export function readCatalogueDirs(env: EnvVariables, projectDir: string, dataDir: string): string[] {
  const given = readString(env, 'CATALOGUE_DIRS')
  if (given === null) {
    const samples = readDemo(env) ? [resolve(projectDir, SAMPLE_DIR)] : []
    return [...samples, resolve(dataDir, 'catalogue')]
  }
  const separated = given.split(',').map(folder => folder.trim())
  return separated.filter(folder => folder !== '').map(folder => resolve(folder))
}

function readSecrets(env: EnvVariables, variable: VariableName): string[] {
  const given = (readString(env, variable) ?? '').split(',').filter(secret => secret !== '')
  if (given.length > 2) throw new ConfigError(variable, 'holds more than two secrets: the new one, then the old')
  if (given.some(secret => secret.length < 16)) throw new ConfigError(variable, 'a secret needs at least 16 characters')
  return given
}

function readAccountSecret(env: EnvVariables): string | null {
  const secret = readString(env, 'ACCOUNT_SECRET')
  if (secret === null || secret.length >= 16) return secret
  throw new ConfigError('ACCOUNT_SECRET', 'needs at least 16 characters')
}

function readVapidKey(env: EnvVariables): string | null {
  const key = readString(env, 'VAPID_PRIVATE_KEY')
  if (key === null || /^[A-Za-z0-9_-]{43}$/.test(key)) return key
  throw new ConfigError('VAPID_PRIVATE_KEY', 'must be 32 bytes as base64url without padding')
}

function toVapidSubject(publicUrl: string | null, mailFrom: string): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  const [, address = mailFrom] = /<([^<>]+)>\s*$/.exec(mailFrom) ?? []
  return `mailto:${address}`
}

function readEnvelopeSecret(
  env: EnvVariables,
  distDir: string,
  readText: (path: string) => string | null
): string | null {
  const given = readString(env, 'ENVELOPE_SECRET')
  if (given !== null && !isEnvelopeSecret(given)) {
    throw new ConfigError('ENVELOPE_SECRET', 'must be 16 printable ASCII characters without spaces')
  }
  if (readOneOf(env, 'ENCRYPT_DATA', ['0', '1'] as const) !== '1') return null
  const secret = given ?? readText(resolve(distDir, 'envelope-secret'))?.trim() ?? null
  if (secret === null) throw new ConfigError('ENVELOPE_SECRET', 'ENCRYPT_DATA=1 needs it, and the build left none')
  if (!isEnvelopeSecret(secret)) {
    throw new ConfigError(
      'ENVELOPE_SECRET',
      `the one in ${distDir}/envelope-secret is not 16 printable ASCII characters without spaces`
    )
  }
  return secret
}

export const isEnvelopeSecret = (secret: string) => /^[\x21-\x7e]{16}$/.test(secret)

function readTimezone(env: EnvVariables): string {
  const zone = readString(env, 'TIMEZONE') ?? 'America/Sao_Paulo'
  if (isTimeZone(zone)) return zone
  throw new ConfigError('TIMEZONE', `"${zone}" is not an IANA time zone`)
}

function readCurrency(env: EnvVariables): string {
  const code = readString(env, 'CURRENCY') ?? 'BRL'
  if (/^[A-Z]{3}$/.test(code)) return code
  throw new ConfigError('CURRENCY', `"${code}" is not a three-letter ISO 4217 code`)
}

function readOperatorKey(env: EnvVariables): string | null {
  const key = readString(env, 'OPERATOR_KEY')
  if (key === null || key.length >= 16) return key
  throw new ConfigError('OPERATOR_KEY', 'needs at least 16 characters')
}

function readMetrics(env: EnvVariables): MetricsSettings {
  const token = readString(env, 'METRICS_TOKEN')
  if (token !== null && token.length < 16) throw new ConfigError('METRICS_TOKEN', 'needs at least 16 characters')
  return {
    port: readWholeNumber(env, 'METRICS_PORT', { from: 0, to: 65_535 }),
    host: readString(env, 'METRICS_HOST') ?? '0.0.0.0',
    token
  }
}

function readRewards(env: EnvVariables): RewardSettings {
  const token = readString(env, 'TELEGRAM_BOT_TOKEN')
  const channel = readString(env, 'TELEGRAM_CHANNEL')
  if (channel !== null && !/^(@[A-Za-z]\w{4,31}|-100\d{5,13})$/.test(channel)) {
    throw new ConfigError('TELEGRAM_CHANNEL', `"${channel}" is neither @name nor an id that starts with -100`)
  }
  if (token !== null && channel === null) throw new ConfigError('TELEGRAM_CHANNEL', 'TELEGRAM_BOT_TOKEN needs it')
  const apiBase = readUrl(env, 'TELEGRAM_API_BASE', ['http:', 'https:']) ?? 'https://api.telegram.org'
  const channelUrl = channel?.startsWith('@') ? `https://t.me/${channel.slice(1)}` : null
  return {
    budget: readWholeNumber(env, 'REWARD_BUDGET', { from: 0, to: 1_000_000_000 }) ?? 60_000,
    perNetwork: readWholeNumber(env, 'REWARD_NETWORK_LIMIT', { from: 0, to: 1_000_000_000 }) ?? 300,
    telegramUrl: readUrl(env, 'TELEGRAM_URL', ['https:']) ?? channelUrl,
    telegramBot: token === null || channel === null ? null : { token, channel, apiBase: apiBase.replace(/\/+$/, '') }
  }
}

function readSupport(env: EnvVariables): SupportSettings {
  return {
    refundLimit: readWholeNumber(env, 'SUPPORT_REFUND_LIMIT', { from: 0, to: 1_000_000_000_000 }) ?? 10_000,
    adjustmentLimit: readWholeNumber(env, 'COIN_ADJUSTMENT_LIMIT', { from: 0, to: 1_000_000 }) ?? 500
  }
}

function readConversions(env: EnvVariables): ConversionSettings {
  const readBase = (variable: VariableName, fallback: string) =>
    (readUrl(env, variable, ['http:', 'https:']) ?? fallback).replace(/\/+$/, '')
  return {
    metaApiBase: readBase('META_API_BASE', META_API_BASE),
    tiktokApiBase: readBase('TIKTOK_API_BASE', TIKTOK_API_BASE)
  }
}

const providers = ['sandbox', 'stripe'] as const

function readPayments(env: EnvVariables): PaymentSettings {
  const names = parseList(readString(env, 'PAYMENTS') ?? 'sandbox')
  const known = names.flatMap(name => providers.find(provider => provider === name) ?? [])
  if (known.length !== names.length || new Set(known).size !== known.length || known.length === 0) {
    throw new ConfigError('PAYMENTS', `"${names.join()}" is not a list of ${providers.join(', ')}`)
  }
  const isAllowed = readOneOf(env, 'ALLOW_SANDBOX_PAYMENTS', ['0', '1'] as const) === '1'
  const isLive = known.includes('stripe') || readString(env, 'STRIPE_SECRET_KEY') !== null || readIsProduction(env)
  if (known.includes('sandbox') && isLive && !isAllowed) {
    const reason = 'the sandbox gives coins for nothing; beside a live provider or with NODE_ENV=production'
    throw new ConfigError('PAYMENTS', `${reason} it needs ALLOW_SANDBOX_PAYMENTS=1`)
  }
  return {
    providers: known,
    stripe: known.includes('stripe') ? readStripeSettings(env) : null,
    sandboxPlace: readOneOf(env, 'SANDBOX_PAYMENT', ['sheet', 'tab'] as const) ?? 'sheet'
  }
}

function readStripeSettings(env: EnvVariables): StripeSettings {
  const requireValue = (variable: VariableName, value: string | null, pattern: RegExp) => {
    // Do not repeat the value: it is a secret.
    if (value === null || !pattern.test(value)) throw new ConfigError(variable, 'PAYMENTS=stripe needs it')
    return value
  }
  const methods = parseList(readString(env, 'STRIPE_PAYMENT_METHODS') ?? 'card')
  if (methods.length === 0 || methods.some(name => !/^[a-z_]{2,40}$/.test(name))) {
    throw new ConfigError('STRIPE_PAYMENT_METHODS', 'not a list such as card,pix')
  }
  const secretKey = requireValue('STRIPE_SECRET_KEY', readString(env, 'STRIPE_SECRET_KEY'), /^(sk|rk)_/)
  return {
    secretKey,
    webhookSecret: requireValue('STRIPE_WEBHOOK_SECRET', readString(env, 'STRIPE_WEBHOOK_SECRET'), /^whsec_/),
    apiBase: readUrl(env, 'STRIPE_API_BASE', ['http:', 'https:']),
    methods,
    publishableKey: readPublishableKey(env, secretKey)
  }
}

function readPublishableKey(env: EnvVariables, secretKey: string): string | null {
  const key = readString(env, 'STRIPE_PUBLISHABLE_KEY')
  if (key === null) return null
  if (!/^pk_\w+$/.test(key)) throw new ConfigError('STRIPE_PUBLISHABLE_KEY', 'not a key such as pk_live_…')
  const isTestKey = (text: string) => /^[a-z]{2}_test_/.test(text)
  if (isTestKey(key) !== isTestKey(secretKey)) {
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY', 'one of it and STRIPE_SECRET_KEY is a test key')
  }
  return key
}

function readReplicaUrl(env: EnvVariables): string | null {
  const url = readDatabaseUrl(env, 'DATABASE_REPLICA_URL')
  if (url !== null && readString(env, 'DATABASE_URL') === null)
    throw new ConfigError('DATABASE_REPLICA_URL', 'a replica needs DATABASE_URL, its primary')
  return url
}
