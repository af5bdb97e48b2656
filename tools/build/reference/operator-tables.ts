import type { OperatorAction } from '../../../server/modules/operator/operator-action.js'
import { operatorActions } from '../../../server/modules/operator/operator-actions.js'
import { type CliCommandDescription, formatUsage } from '../../cli/cli-command.js'
import { cliGroups } from '../../cli/cli-groups.js'
import { exitCodes } from '../../cli/exit-codes.js'
import { campaignFields } from '../../operator/campaign-hints.js'
import { campaignSettings } from '../../operator/campaign-settings.js'
import { operatorCommands } from '../../operator/commands.js'
import { reasonHints } from '../../operator/hints.js'
import { partnerFields } from '../../operator/partner-hints.js'
import { formatCode, toTable } from './markdown.js'
import { formatFields, toFields } from './zod-types.js'

export async function createOperatorTables(): Promise<Record<string, string>> {
  return {
    commands: toTable(
      ['command', 'what', 'call'],
      operatorCommands.map(command => [...toCells('', command), formatCode(command.call)])
    ),
    'other commands': toTable(['command', 'what'], await listOtherCommands()),
    settings: toTable(
      ['setting', 'value', 'meaning'],
      Object.entries(campaignSettings).map(([name, { value, description }]) => [
        formatCode(name),
        formatCode(value),
        description
      ])
    ),
    calls: toTable(
      ['address', 'roles in the console', 'parameters', 'what'],
      [...operatorActions.map(toRow), imageRow, backupRow]
    ),
    reasons: toTable(
      ['reason', 'meaning'],
      Object.entries(reasonHints).map(([reason, hint]) => [formatCode(reason), hint.replaceAll('<', '&lt;')])
    ),
    fields: toTable(
      ['field', 'accepted values'],
      Object.entries({ ...campaignFields, ...partnerFields }).map(([field, values]) => [formatCode(field), values])
    ),
    'exit codes': toTable(
      ['exit code', 'meaning'],
      Object.entries(exitCodes).map(([exitCode, meaning]) => [exitCode, meaning])
    )
  }
}

const imageRow = [
  formatCode('GET /operator/reward_image'),
  'owner, reviewer, support',
  `${formatCode('id')} of a submission`,
  'Returns the screenshot as a JPEG file.'
]

const backupRow = [
  formatCode('POST /operator/backup'),
  'none, only `OPERATOR_KEY`',
  `${formatCode('pid')}? of the process that must answer`,
  `Returns the database as lines of JSON, for ${formatCode('drama backup')}.`
]

const toRow = ({ method, path, roles, request, description }: Omit<OperatorAction, 'run' | 'subject'>) => [
  formatCode(`${method} ${path}`),
  ['owner', ...roles].join(', '),
  formatFields(toFields(request, () => undefined)),
  description
]

async function listOtherCommands(): Promise<string[][]> {
  const groups = cliGroups.filter(({ name }) => name !== 'operator')
  const rows = groups.map(async ({ name, loadCommands }) =>
    (await loadCommands()).map(command => toCells(name, command))
  )
  return (await Promise.all(rows)).flat()
}

function toCells(group: string, command: CliCommandDescription): [usage: string, what: string] {
  const accepted = Object.entries({ ...command.arguments, ...command.options })
  const values = accepted.map(([name, { description, choices }]) => {
    const listed = choices === undefined ? '' : ` (${choices.join(', ')})`
    return `<br>${formatCode(name)} ${description}${listed}`
  })
  return [formatCode(`${group} ${formatUsage(command)}`.trim()), [command.description, ...values].join('')]
}
