import { cliGroups } from '../../../tools/cli/cli-groups.js'
import { parseCommandLine } from '../../../tools/cli/parse-command-line.js'
import { operatorCommands } from '../../../tools/operator/commands.js'

/** The call that `drama operator <line>` sends. Throws `CliError` if the line is not understood. */
export async function parseOperatorCall(line: string) {
  const parsed = await parseCommandLine(['operator', ...line.split(' ')], cliGroups)
  const isParsed = ({ usage }: { usage: string }) => parsed.type === 'command' && usage === parsed.command.usage
  const command = operatorCommands.find(isParsed)
  if (parsed.type !== 'command' || command === undefined) throw new Error(`no command: ${line}`)
  const [method = '', path = ''] = command.call.split(' ')
  return { method, path, fields: command.toFields(parsed.input) }
}
