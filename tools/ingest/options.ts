import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { IngestFailure, reason } from './failure.js'

export interface Options {
  readonly folder: string
  readonly out: string
  /** Constant quantiser, every 2 s window encoded on its own: equal footage gives equal segments. */
  readonly stable: boolean
  /** Quantiser of the largest rendition in stable mode; the smaller ones are finer. */
  readonly qp: number
  readonly audioKbps: number
  readonly mono: boolean
  readonly threads: number
}

export const usage =
  'usage: npm run ingest -- <folder> [--out DIR] [--stable] [--qp 18-45] [--audio-kbps 16-256] [--mono] [--threads N]'

const whole = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new IngestFailure(`--${name} must be a whole number from ${min} to ${max}, not '${text}'`)
  return value
}

const read = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        stable: { type: 'boolean', default: false },
        qp: { type: 'string', default: '28' },
        'audio-kbps': { type: 'string', default: '96' },
        mono: { type: 'boolean', default: false },
        threads: { type: 'string', default: '0' }
      }
    })
  } catch (error) {
    throw new IngestFailure(`${reason(error)} (${usage})`)
  }
}

export const parseOptions = (argv: readonly string[], env: NodeJS.ProcessEnv): Options => {
  const { values, positionals } = read(argv)
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new IngestFailure(usage)
  return {
    folder: resolve(folder),
    out: resolve(values.out ?? join(env.DATA_DIR || '.data', 'catalogue')),
    stable: values.stable,
    qp: whole('qp', values.qp, 18, 45),
    audioKbps: whole('audio-kbps', values['audio-kbps'], 16, 256),
    mono: values.mono,
    threads: whole('threads', values.threads, 0, 64)
  }
}
