import { resolve } from 'node:path'

/** A setting that cannot be used. Its message is one line that names the variable. */
export class ConfigError extends Error {
  constructor(
    readonly variable: string,
    reason: string
  ) {
    super(`${variable}: ${reason}`)
  }
}

/** Everything the server reads from its environment. Folders are absolute, `mediaTicketSeconds` null means by length. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  publicUrl: string | null
  trustedProxies: number
  catalogueDirs: string[]
  distDir: string
  mediaSecrets: string[]
  mediaTicketSeconds: number | null
  envelopeSecret: string | null
  logLevel: LogLevel
  timezone: string
  currency: string
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** What config needs from outside besides the environment: where the project lies, and a text file or null. */
export interface ConfigSurroundings {
  projectDir: string
  readText: (path: string) => string | null
}

type Environment = Record<string, string | undefined>

/** Reads and checks every setting; throws ConfigError for the first bad one. */
export function getConfig(env: Environment, { projectDir, readText }: ConfigSurroundings): Config {
  const dataDir = resolve(text(env, 'DATA_DIR') ?? '.data')
  const distDir = resolve(text(env, 'DIST_DIR') ?? resolve(projectDir, 'dist'))
  return {
    port: wholeNumber(env, 'PORT', { from: 0, to: 65_535 }) ?? 8787,
    host: text(env, 'HOST') ?? '0.0.0.0',
    dataDir,
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    trustedProxies: wholeNumber(env, 'TRUSTED_PROXIES', { from: 0, to: 10 }) ?? 0,
    catalogueDirs: catalogueDirs(env, projectDir, dataDir),
    distDir,
    mediaSecrets: mediaSecrets(env),
    mediaTicketSeconds: wholeNumber(env, 'MEDIA_TICKET_SECONDS', { from: 1, to: 604_800 }),
    envelopeSecret: envelopeSecret(env, distDir, readText),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels) ?? 'info',
    timezone: timezone(env),
    currency: currency(env)
  }
}

function text(env: Environment, variable: string): string | null {
  const value = env[variable]?.trim()
  return value === undefined || value === '' ? null : value
}

function wholeNumber(env: Environment, variable: string, { from, to }: { from: number; to: number }): number | null {
  const value = text(env, variable)
  if (value === null) return null
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= from && number <= to) return number
  throw new ConfigError(variable, `"${value}" is not a whole number from ${from} to ${to}`)
}

function oneOf<Value extends string>(env: Environment, variable: string, values: readonly Value[]): Value | null {
  const value = text(env, variable)
  if (value === null) return null
  const found = values.find(candidate => candidate === value)
  if (found !== undefined) return found
  throw new ConfigError(variable, `"${value}" is none of ${values.join(', ')}`)
}

function url(env: Environment, variable: string, protocols: string[]): string | null {
  const value = text(env, variable)
  if (value === null) return null
  // The value is not repeated: a database address holds a password.
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new ConfigError(variable, `not an address that starts with ${protocols.map(name => `${name}//`).join(' or ')}`)
}

function catalogueDirs(env: Environment, projectDir: string, dataDir: string): string[] {
  const given = text(env, 'CATALOGUE_DIRS')
  if (given === null) return [resolve(projectDir, 'sample/catalogue'), resolve(dataDir, 'catalogue')]
  const separated = given.split(',').map(folder => folder.trim())
  return separated.filter(folder => folder !== '').map(folder => resolve(folder))
}

function mediaSecrets(env: Environment): string[] {
  const secrets = (text(env, 'MEDIA_SECRET') ?? '').split(',').filter(secret => secret !== '')
  if (secrets.length > 2)
    throw new ConfigError('MEDIA_SECRET', 'holds more than two secrets: the new one, then the old')
  if (secrets.some(secret => secret.length < 16)) {
    throw new ConfigError('MEDIA_SECRET', 'a secret needs at least 16 characters')
  }
  return secrets
}

function envelopeSecret(env: Environment, distDir: string, readText: (path: string) => string | null): string | null {
  const given = text(env, 'ENVELOPE_SECRET')
  if (given !== null && !isEnvelopeSecret(given)) {
    throw new ConfigError('ENVELOPE_SECRET', 'must be exactly 16 ASCII characters')
  }
  if (oneOf(env, 'ENCRYPT_DATA', ['0', '1'] as const) !== '1') return null
  const secret = given ?? readText(resolve(distDir, 'envelope-secret'))?.trim() ?? null
  if (secret === null) throw new ConfigError('ENVELOPE_SECRET', 'ENCRYPT_DATA=1 needs it, and the build left none')
  if (!isEnvelopeSecret(secret)) {
    throw new ConfigError('ENVELOPE_SECRET', `the one in ${distDir}/envelope-secret is not 16 ASCII characters`)
  }
  return secret
}

const isEnvelopeSecret = (secret: string) => /^[\x21-\x7e]{16}$/.test(secret)

function timezone(env: Environment): string {
  const zone = text(env, 'TIMEZONE') ?? 'America/Sao_Paulo'
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    throw new ConfigError('TIMEZONE', `"${zone}" is not an IANA time zone`)
  }
}

function currency(env: Environment): string {
  const code = text(env, 'CURRENCY') ?? 'BRL'
  if (/^[A-Z]{3}$/.test(code)) return code
  throw new ConfigError('CURRENCY', `"${code}" is not a three-letter ISO 4217 code`)
}
