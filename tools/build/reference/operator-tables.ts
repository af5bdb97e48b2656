import type { OperatorAction } from '../../../server/modules/operator/operator-action.js'
import { operatorActions } from '../../../server/modules/operator/operator-api.js'
import { campaignFields } from '../../operator/campaign-commands.js'
import {
  campaignCommands,
  campaignSettings,
  exitCodes,
  generalCommands,
  logCommand,
  partnerCommands
} from '../../operator/commands.js'
import { reasonHints } from '../../operator/hints.js'
import { partnerFields } from '../../operator/partner-commands.js'
import { formatCode, toTable } from './markdown.js'
import { formatFields, toFields } from './zod-types.js'

const commands = [...generalCommands, ...campaignCommands, ...partnerCommands, logCommand]

export function createOperatorTables(): Record<string, string> {
  return {
    commands: toTable(
      ['command', 'what', 'call'],
      commands.map(({ usage, description, call }) => [formatCode(usage), description, formatCode(call)])
    ),
    settings: toTable(
      ['setting', 'value', 'meaning'],
      Object.entries(campaignSettings).map(([name, { value, description }]) => [
        formatCode(name),
        formatCode(value),
        description
      ])
    ),
    calls: toTable(['address', 'parameters'], [...operatorActions.map(toRow), imageRow]),
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
  `${formatCode('id')} of a submission; the response is a JPEG file`
]

const toRow = ({ method, path, request }: Pick<OperatorAction, 'method' | 'path' | 'request'>) => [
  formatCode(`${method} ${path}`),
  formatFields(toFields(request, () => undefined))
]
