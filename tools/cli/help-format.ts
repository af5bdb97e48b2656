import { type Argument, type Command, Help } from 'commander'
import type { CliCommandDescription } from './cli-command.js'

interface HelpSections extends Pick<CliCommandDescription, 'settings' | 'examples'> {
  readonly notes?: string
}

/** As commander's format, with all commands below the command in one list, and with further sections at the end. */
export function createHelpFormat({ settings = {}, examples = [], notes }: HelpSections): Help['formatHelp'] {
  return (command, helper) => {
    // Only the printed list has all commands, because commander compares a misspelt name with the direct ones.
    const printed: Help = Object.assign(Object.create(helper), {
      visibleCommands: (parent: Command) => parent.commands.flatMap(listLeaves),
      subcommandTerm: (leaf: Command) => formatTerm(leaf, command)
    })
    const terms = Object.keys(settings)
    const width = Math.max(0, ...terms.map(term => term.length))
    const sections = [
      formatSection(
        'Settings:',
        terms.map(term => printed.formatItem(term, width, settings[term] ?? '', printed))
      ),
      formatSection(
        'Examples:',
        examples.map(example => `  ${example}`)
      ),
      notes === undefined ? '' : `${printed.boxWrap(notes, helper.helpWidth ?? 80)}\n`
    ]
    const parts = [Help.prototype.formatHelp.call(printed, command, printed), ...sections]
    return parts.filter(part => part !== '').join('\n')
  }
}

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `${[title, ...lines].join('\n')}\n`

const listLeaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(listLeaves)

function formatTerm(leaf: Command, listedIn: Command): string {
  const names: string[] = []
  for (let command: Command | null = leaf; command && command !== listedIn; command = command.parent)
    names.unshift(command.name())
  return [...names, ...leaf.registeredArguments.map(formatArgument)].join(' ')
}

export function formatArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}
