import { parseDatabaseAddresses } from './database-address.js'
import type { VariableName } from './variables.js'

export type EnvVariables = Record<string, string | undefined>

export class ConfigError extends Error {
  constructor(
    readonly variable: VariableName,
    reason: string
  ) {
    super(`${variable}: ${reason}`)
  }
}

export function readString(env: EnvVariables, variable: VariableName): string | null {
  const value = env[variable]?.trim()
  return value === undefined || value === '' ? null : value
}

export function readWholeNumber(
  env: EnvVariables,
  variable: VariableName,
  { from, to }: { from: number; to: number }
): number | null {
  const value = readString(env, variable)
  if (value === null) return null
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= from && number <= to) return number
  throw new ConfigError(variable, `"${value}" is not a whole number from ${from} to ${to}`)
}

export function readOneOf<Value extends string>(
  env: EnvVariables,
  variable: VariableName,
  values: readonly Value[]
): Value | null {
  const value = readString(env, variable)
  if (value === null) return null
  const found = values.find(candidate => candidate === value)
  if (found !== undefined) return found
  throw new ConfigError(variable, `"${value}" is none of ${values.join(', ')}`)
}

/** As `readOneOf`, but accepts no space around the value. */
export function readOneOfExactly<Value extends string>(
  env: EnvVariables,
  variable: VariableName,
  values: readonly Value[]
): Value | null {
  const value = env[variable] ?? ''
  if (value.trim() === value) return readOneOf(env, variable, values)
  throw new ConfigError(variable, `"${value}" is none of ${values.join(', ')}`)
}

export function readUrl(env: EnvVariables, variable: VariableName, protocols: string[]): string | null {
  const value = readString(env, variable)
  if (value === null) return null
  // Do not repeat the value: a database URL contains a password.
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new ConfigError(variable, `not an address that starts with ${protocols.map(name => `${name}//`).join(' or ')}`)
}

/** Of one host or of several: see `parseDatabaseAddresses`. */
export function readDatabaseUrl(env: EnvVariables, variable: VariableName): string | null {
  const value = readString(env, variable)
  if (value === null) return null
  try {
    parseDatabaseAddresses(value)
    return value
  } catch {
    throw new ConfigError(variable, 'not an address that starts with postgres:// or postgresql://')
  }
}

export function readHeaderName(env: EnvVariables, variable: VariableName): string | null {
  const name = readString(env, variable)
  if (name === null || /^[A-Za-z0-9-]{1,64}$/.test(name)) return name?.toLowerCase() ?? null
  throw new ConfigError(variable, `"${name}" is not the name of a header, such as CF-IPCountry`)
}

export const parseList = (value: string) => value.split(',').flatMap(item => item.trim() || [])
