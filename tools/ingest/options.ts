import { join, resolve } from 'node:path'
import type { CliInput } from '../cli/cli-command.js'
import { createUsageError } from '../cli/cli-error.js'

export interface Options {
  readonly folder: string
  /** `folder` is a package whose segments are written anew, without encoding. */
  readonly isRepack: boolean
  readonly out: string
  /** Folder of a package that gets the episodes; null to package the folder as a drama. */
  readonly into: string | null
  /** Prints the progress as lines of JSON, and stops when the input ends. */
  readonly hasJsonProgress: boolean
  readonly stable: boolean
  /** Quantiser of the largest quality in stable mode; smaller ones get a finer quantiser. */
  readonly qp: number
  readonly audioKbps: number
  readonly mono: boolean
  readonly threads: number
}

type CliOptions = CliInput['options']

/** Throws `CliError`. */
export function readOptions(folder: string, options: CliOptions, env: NodeJS.ProcessEnv): Options {
  const readWholeNumber = (name: string, fallback: number, min: number, max: number): number => {
    const text = options[name]
    const value = text === undefined ? fallback : Number(text)
    if (text === '' || !Number.isInteger(value) || value < min || value > max)
      throw createUsageError(
        'invalid_argument',
        `--${name} must be a whole number from ${min} to ${max}, not '${text}'`
      )
    return value
  }
  if (options.into !== undefined && (options.out !== undefined || options.repack === true))
    throw createUsageError('invalid_argument', '--into goes with neither --out nor --repack')
  if (options.progress !== undefined && options.progress !== 'json')
    throw createUsageError('invalid_argument', `--progress must be json, not '${options.progress}'`)
  return {
    folder: resolve(folder),
    into: options.into === undefined ? null : resolve(String(options.into)),
    hasJsonProgress: options.progress === 'json',
    isRepack: options.repack === true,
    out: resolve(String(options.out ?? join(env.DATA_DIR || '.data', 'catalogue'))),
    stable: options.stable === true,
    qp: readWholeNumber('qp', 28, 18, 45),
    audioKbps: readWholeNumber('audio-kbps', 96, 16, 256),
    mono: options.mono === true,
    threads: readWholeNumber('threads', 0, 0, 64)
  }
}
