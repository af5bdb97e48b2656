import { Argument, Command, type CommanderError, Option } from 'commander'
import { VERSION } from '../../src/core/lib/version.js'
import { type AcceptedValues, type CliCommand, type CliGroup, type CliInput, splitUsage } from './cli-command.js'
import { exitCodes } from './exit-codes.js'
import { createHelpFormat } from './help-format.js'

export interface ProgramHandlers {
  readonly onCommand: (command: CliCommand, input: CliInput) => void
  /** Must throw. */
  readonly onExit: (error: CommanderError, command: Command) => never
  readonly onOutput: (text: string) => void
}

/** Loads only the commands of the group that `groupName` names, because the others cost time. */
export async function createProgram(
  groups: readonly CliGroup[],
  groupName: string | undefined,
  handlers: ProgramHandlers
): Promise<Command> {
  const program = new Command('drama')
  program
    .description('tools of a Drama server')
    .version(VERSION, '--version', 'prints the version')
    .usage('<command>')
    .helpOption('--help', 'prints this help')
    .helpCommand(false)
    .configureOutput({
      writeOut: handlers.onOutput,
      writeErr: handlers.onOutput,
      outputError: () => undefined,
      getOutHelpWidth: readHelpWidth,
      getErrHelpWidth: readHelpWidth
    })
    .configureHelp({
      formatHelp: createHelpFormat({
        notes: `Exit code: ${Object.entries(exitCodes)
          .map(([code, meaning]) => `${code} ${meaning}`)
          .join('; ')}.`
      })
    })
  handleExit(program, handlers)
  for (const group of groups) {
    const parent = addChild(program, group.name, group.description, handlers).configureHelp({
      formatHelp: createHelpFormat({ notes: group.notes })
    })
    if (group.name !== groupName) continue
    for (const command of await group.loadCommands()) addCommand(parent, group, command, handlers)
  }
  return program
}

/** The list of all commands of operators is hard to read in less. */
const readHelpWidth = () => process.stdout.columns ?? 120

function addCommand(parent: Command, group: CliGroup, command: CliCommand, handlers: ProgramHandlers): void {
  const { path, argumentNames } = splitUsage(command.usage)
  const leaf = path.reduce((above, name, index) => {
    const topic = path.slice(0, index + 1).join(' ')
    return (
      above.commands.find(child => child.name() === name) ??
      addChild(above, name, group.topics?.[topic] ?? '', handlers)
    )
  }, parent)
  const examples = command.examples?.map(example => `drama ${group.name} ${example}`)
  leaf
    .description(command.description)
    .usage(['[options]', ...argumentNames].join(' '))
    .configureHelp({ formatHelp: createHelpFormat({ settings: command.settings, examples, notes: group.notes }) })
  for (const name of argumentNames) leaf.addArgument(createArgument(name, command.arguments))
  for (const [flags, accepted] of Object.entries(command.options ?? {})) leaf.addOption(createOption(flags, accepted))
  leaf.option('--json', 'prints the result as JSON')
  leaf.action(() => handlers.onCommand(command, readInput(leaf)))
}

function addChild(parent: Command, name: string, description: string, handlers: ProgramHandlers): Command {
  const child = parent.command(name).description(description).usage('<command>').allowExcessArguments(false)
  handleExit(child, handlers)
  return child
}

const handleExit = (command: Command, { onExit }: ProgramHandlers) =>
  command.exitOverride(error => onExit(error, command))

function createArgument(written: string, described: CliCommand['arguments'] = {}): Argument {
  const argument = new Argument(written)
  const { description = '', choices } = described[argument.name()] ?? {}
  argument.description = description
  return choices === undefined ? argument : argument.choices(choices)
}

function createOption(flags: string, { description, choices }: AcceptedValues): Option {
  const option = new Option(flags, description)
  return choices === undefined ? option : option.choices(choices)
}

function readInput(leaf: Command): CliInput {
  const values: Record<string, string | undefined> = {}
  let words: readonly string[] = []
  for (const [index, argument] of leaf.registeredArguments.entries()) {
    if (argument.variadic) words = leaf.args.slice(index)
    else values[argument.name()] = leaf.args[index]
    // An empty word comes from a shell variable that is not set, and leaving it out could mean another command.
    if (!argument.variadic && leaf.args[index] === '')
      leaf.error(`error: '${argument.name()}' is empty`, { code: 'commander.invalidArgument' })
  }
  const options = leaf.options.map(option => [option.name(), leaf.getOptionValue(option.attributeName())])
  return { values, words, options: Object.fromEntries(options) }
}
