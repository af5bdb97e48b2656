import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { IngestFailure, toErrorMessage } from './failure.js'

export interface Options {
  readonly folder: string
  /** `folder` is a package whose segments are written anew, without encoding. */
  readonly isRepack: boolean
  readonly out: string
  readonly stable: boolean
  /** Quantiser of the largest quality in stable mode; smaller ones get a finer quantiser. */
  readonly qp: number
  readonly audioKbps: number
  readonly mono: boolean
  readonly threads: number
}

export const usage =
  'usage: npm run ingest -- <folder> [--out DIR] [--stable] [--qp 18-45] [--audio-kbps 16-256] [--mono] [--threads N], or npm run ingest -- --repack <package>'

const parseWholeNumber = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new IngestFailure(`--${name} must be a whole number from ${min} to ${max}, not '${text}'`)
  return value
}

const parseArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        repack: { type: 'boolean', default: false },
        out: { type: 'string' },
        stable: { type: 'boolean', default: false },
        qp: { type: 'string', default: '28' },
        'audio-kbps': { type: 'string', default: '96' },
        mono: { type: 'boolean', default: false },
        threads: { type: 'string', default: '0' }
      }
    })
  } catch (error) {
    throw new IngestFailure(`${toErrorMessage(error)} (${usage})`)
  }
}

export const parseOptions = (argv: readonly string[], env: NodeJS.ProcessEnv): Options => {
  const { values, positionals } = parseArguments(argv)
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new IngestFailure(usage)
  return {
    folder: resolve(folder),
    isRepack: values.repack,
    out: resolve(values.out ?? join(env.DATA_DIR || '.data', 'catalogue')),
    stable: values.stable,
    qp: parseWholeNumber('qp', values.qp, 18, 45),
    audioKbps: parseWholeNumber('audio-kbps', values['audio-kbps'], 16, 256),
    mono: values.mono,
    threads: parseWholeNumber('threads', values.threads, 0, 64)
  }
}
