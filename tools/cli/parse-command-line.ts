import type { Command, CommanderError } from 'commander'
import type { CliCommand, CliGroup, CliInput } from './cli-command.js'
import { CliError, createUsageError } from './cli-error.js'
import { createProgram } from './create-program.js'
import { formatArgument } from './help-format.js'

export type ParsedLine =
  | { readonly type: 'command'; readonly command: CliCommand; readonly input: CliInput }
  | { readonly type: 'help'; readonly text: string }

/** `words` without `--json`. Throws `CliError` if they are not understood. */
export async function parseCommandLine(words: readonly string[], groups: readonly CliGroup[]): Promise<ParsedLine> {
  let found: ParsedLine | undefined
  let output = ''
  const program = await createProgram(
    groups,
    words.find(word => !word.startsWith('-')),
    {
      onCommand: (command, input) => {
        found = { type: 'command', command, input }
      },
      onOutput: text => {
        output += text
      },
      onExit: (error, command) => {
        if (error.exitCode === 0) found = { type: 'help', text: output }
        throw error.exitCode === 0 ? new HelpPrinted() : toCliError(error, command, output)
      }
    }
  )
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof HelpPrinted)) throw error
  }
  if (found === undefined) throw new Error('no command was found')
  return found
}

/** Commander goes on after a help unless something is thrown. */
class HelpPrinted extends Error {}

function toCliError(error: CommanderError, command: Command, output: string): CliError {
  const usage = formatUsage(command)
  const commands = command.commands.map(child => child.name()).join(', ')
  const allowed = commands === '' ? usage : `${formatName(command)} has the commands ${commands}`
  if (error.code === 'commander.help')
    return new CliError('missing_command', `a command is missing: ${allowed}`, { exitCode: 2, help: output })
  const code = error.code.replace('commander.', '').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  // Commander puts its suggestion of a name on a second line.
  const message = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  if (code === 'unknown_command') return createUsageError(code, `${message}; ${allowed}`)
  if (code === 'unknown_option') return createUsageError(code, `${message}; ${describeOptions(command)}`)
  if (code === 'excess_arguments') {
    const excess = command.args.slice(command.registeredArguments.length).join(' ')
    return createUsageError(code, `'${excess}' is too much; usage: ${usage}`)
  }
  return createUsageError(code, `${message.replace(/\.$/, '')}; usage: ${usage}`)
}

function formatName(command: Command): string {
  return command.parent === null ? command.name() : `${formatName(command.parent)} ${command.name()}`
}

const formatUsage = (command: Command) =>
  [formatName(command), ...command.registeredArguments.map(formatArgument)].join(' ')

const describeOptions = (command: Command) =>
  `${formatName(command)} has the options ${[...command.options.map(({ flags }) => flags), '--help'].join(', ')}`
