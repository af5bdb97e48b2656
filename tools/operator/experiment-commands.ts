import { type OperatorCommand, parseNumber } from './operator-command.js'

const id = { id: { description: 'id of an experiment: experiment list has them' } }
const toId: OperatorCommand['toFields'] = ({ values }) => ({ id: values.id })

export const experimentCommands: readonly OperatorCommand[] = [
  {
    usage: 'experiment list [cursor]',
    description: 'experiments of the partner’s campaigns, newest first, 50 at a time',
    arguments: { cursor: { description: 'next_cursor of the response before, to go on' } },
    options: {
      '--partner <partner_id>': { description: 'whose experiments, which operators name: partner list has them' },
      '--campaign <lpid>': { description: 'only of this campaign' },
      '--status <status>': { description: 'only with this status', choices: ['draft', 'running', 'ended'] }
    },
    examples: ['experiment list --partner pa_0123456789ab --status running'],
    call: 'GET experiment_list',
    isForPartners: true,
    toFields: ({ values: { cursor }, options: { partner, campaign, status } }) => ({
      partner_id: partner,
      lpid: campaign,
      status,
      cursor
    })
  },
  {
    usage: 'experiment show <id>',
    description: 'an experiment with the numbers of its variants, and whether there is a difference',
    arguments: id,
    examples: ['experiment show x_0123456789abcdef --json'],
    call: 'GET experiment_show',
    isForPartners: true,
    toFields: toId
  },
  {
    usage: 'experiment start <id>',
    description: 'starts a draft: visitors get its variants, which cannot be changed any more',
    arguments: id,
    call: 'POST experiment_start',
    isForPartners: true,
    toFields: toId
  },
  {
    usage: 'experiment end <id>',
    description: 'ends a running experiment: everybody sees the campaign again',
    arguments: id,
    options: { '--use <number>': { description: 'gives the campaign what this variant has; possible later, too' } },
    examples: ['experiment end x_0123456789abcdef --use 2'],
    call: 'POST experiment_end',
    isForPartners: true,
    toFields: ({ values, options: { use } }) => ({
      id: values.id,
      use_variant: use === undefined ? undefined : parseNumber(String(use))
    })
  },
  {
    usage: 'experiment delete <id>',
    description: 'deletes a draft',
    arguments: id,
    call: 'POST experiment_delete',
    isForPartners: true,
    toFields: toId
  }
]
