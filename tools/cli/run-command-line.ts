import type { CliContext, CliGroup, CliResult } from './cli-command.js'
import { CliError } from './cli-error.js'
import { parseCommandLine } from './parse-command-line.js'

export interface CliStreams {
  readonly env: NodeJS.ProcessEnv
  /** Null if the output is no terminal. */
  readonly columns: number | null
  readonly writeOut: (text: string) => void
  readonly writeError: (text: string) => void
}

/** Returns the exit code. */
export async function runCommandLine(
  line: readonly string[],
  groups: readonly CliGroup[],
  streams: CliStreams
): Promise<number> {
  const { isJson, words } = takeJsonOption(line)
  try {
    const parsed = await parseCommandLine(words, groups)
    if (parsed.type === 'help') {
      streams.writeOut(parsed.text)
      return 0
    }
    const result = await parsed.command.run(parsed.input, createContext(streams, isJson))
    streams.writeOut(isJson ? `${JSON.stringify(result.data, null, 2)}\n` : await formatText(result, streams.columns))
    return result.exitCode ?? 0
  } catch (error) {
    if (streams.env.DEBUG && !(error instanceof CliError)) streams.writeError(`${inspectError(error)}\n`)
    const failure = toCliError(error)
    streams.writeError(isJson ? formatJsonError(failure) : formatError(failure))
    return failure.details.exitCode
  }
}

/** `--json` may stand anywhere before `--`. */
function takeJsonOption(line: readonly string[]): { isJson: boolean; words: string[] } {
  const end = line.includes('--') ? line.indexOf('--') : line.length
  const before = line.slice(0, end)
  return { isJson: before.includes('--json'), words: [...before.filter(word => word !== '--json'), ...line.slice(end)] }
}

function createContext({ env, writeOut, writeError }: CliStreams, isJson: boolean): CliContext {
  if (isJson) return { env, log: () => undefined, warn: () => undefined }
  return { env, log: line => writeOut(`${line}\n`), warn: line => writeError(`${line}\n`) }
}

async function formatText({ data, shown = data, text }: CliResult, columns: number | null): Promise<string> {
  if (text === '') return ''
  if (text !== undefined) return `${text}\n`
  const { formatData } = await import('./format-data.js')
  return `${formatData(shown, columns ?? undefined)}\n`
}

const inspectError = (error: unknown) => (error instanceof Error ? error.stack : String(error))

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new CliError('failed', message, { exitCode: 1 })
}

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function formatError({ code, message, details: { hint, data, help } }: CliError): string {
  if (help !== undefined) return help
  const text = [typeof code === 'number' ? `${code} ` : '', message, data == null ? '' : ` ${JSON.stringify(data)}`]
  return `✗ ${toLine(`${text.join('')}${hint === undefined ? '' : `: ${hint}`}`)}\n`
}

function formatJsonError({ code, message, details: { hint, data } }: CliError): string {
  return `${JSON.stringify({ error: { code, msg: toLine(message), hint, data: data ?? undefined } })}\n`
}
