// The commands of `drama operator`: parser, help and docs/reference/operator.md are made from them.
import { rejectionReasons, rewardChannels } from '../../contract/protocol/names.js'
import { orderFilters } from '../../server/modules/order/order-filters.js'
import { CURSOR_START, campaignCommands } from './campaign-commands.js'
import { clockCommands } from './clock-commands.js'
import { dramaCommands } from './drama-commands.js'
import { experimentCommands } from './experiment-commands.js'
import { feedbackCommands } from './feedback-commands.js'
import { ingestCommands } from './ingest-commands.js'
import { memberCommands } from './member-commands.js'
import { networkCommands } from './network-commands.js'
import { type OperatorCommand, parseNumber, toCliCommand } from './operator-command.js'
import { partnerCommands } from './partner-commands.js'
import { postbackCommands } from './postback-commands.js'
import { productCommands } from './product-commands.js'
import { todayCommands } from './today-commands.js'
import { viewerCommands } from './viewer-commands.js'

/** The index is the number in the API. */
const submissionStatuses = ['under-review', 'approved', 'claimed', 'rejected']

const toStatusNumber = (text: string) =>
  submissionStatuses.includes(text) ? String(submissionStatuses.indexOf(text)) : text

const submissionId = { id: { description: 'id of a submission: reward list has them' } }
const orderNo = { order_no: { description: 'number of an order, such as o_1' } }

const generalCommands: readonly OperatorCommand[] = [
  {
    usage: 'reward list [status] [cursor]',
    description: 'submissions, 50 at a time, with the clicks of each invite link',
    arguments: {
      status: {
        description: 'under-review (the default), approved, claimed, rejected, its number in the API, or decided',
        choices: [...submissionStatuses, 'decided', '0', '1', '2', '3']
      },
      cursor: { description: 'next_cursor of the response before, to go on' }
    },
    examples: ['reward list', 'reward list rejected --json'],
    call: 'GET reward_list',
    toFields: ({ values: { status = '0', cursor } }) => ({ status: toStatusNumber(status), cursor })
  },
  {
    usage: 'reward next [channel]',
    description: 'the next submission, which no other reviewer gets for five minutes',
    arguments: { channel: { description: 'only of this channel', choices: rewardChannels } },
    examples: ['reward next', 'reward next telegram --json'],
    call: 'POST reward_next',
    toFields: ({ values: { channel } }) => ({ channel, count: 1 })
  },
  {
    usage: 'reward leave',
    description: 'gives the submissions of reward next back to the other reviewers',
    call: 'POST reward_leave',
    toFields: () => ({})
  },
  {
    usage: 'reward show <id>',
    description: 'a submission with its viewer, former submissions and the clicks on the invite link',
    arguments: submissionId,
    examples: ['reward show s_1 --json'],
    call: 'GET reward_show',
    toFields: ({ values: { id } }) => ({ id })
  },
  {
    usage: 'reward near <id>',
    description: 'submissions of the last 60 days with the most similar pictures, and how many bits differ',
    arguments: submissionId,
    examples: ['reward near s_1'],
    call: 'GET reward_near',
    toFields: ({ values: { id } }) => ({ id })
  },
  {
    usage: 'reward image <id> <file>',
    description: 'saves the screenshot of a submission as a JPEG file',
    arguments: { ...submissionId, file: { description: 'where to save it' } },
    examples: ['reward image s_1 screenshot.jpg'],
    call: 'GET reward_image',
    toFields: ({ values: { id } }) => ({ id }),
    savesTo: 'file'
  },
  {
    usage: 'reward approve <id>',
    description: 'approves a submission',
    arguments: submissionId,
    call: 'POST reward_review',
    toFields: ({ values: { id } }) => ({ id, ok: true })
  },
  {
    usage: 'reward reject <id> <reason> [note...]',
    description: 'rejects a submission',
    arguments: {
      ...submissionId,
      reason: { description: 'what the viewer reads', choices: rejectionReasons },
      note: { description: 'words for the viewer' }
    },
    examples: ['reward reject s_1 not_share "No link in the picture"'],
    call: 'POST reward_review',
    toFields: ({ values: { id, reason }, words }) => ({
      id,
      ok: false,
      reason,
      note: words.length === 0 ? undefined : words.join(' ')
    })
  },
  {
    usage: 'reward undo <id>',
    description: 'takes back your decision within 10 seconds, unless the viewer has claimed',
    arguments: submissionId,
    call: 'POST reward_undo',
    toFields: ({ values: { id } }) => ({ id })
  },
  {
    usage: 'reward waiting [cursor]',
    description: 'claimed bonus that is not paid yet, oldest first, 50 at a time: tasks above a limit, and from merges',
    arguments: { cursor: { description: 'next_cursor of the response before, to go on' } },
    call: 'GET reward_waiting',
    toFields: ({ values: { cursor } }) => ({ cursor })
  },
  {
    usage: 'reward release <id>',
    description: 'pays a waiting bonus',
    arguments: { id: { description: 'id of a waiting bonus: reward waiting has them' } },
    examples: ['reward release w_1'],
    call: 'POST reward_release',
    toFields: ({ values: { id } }) => ({ id })
  },
  {
    usage: 'order list [user] [cursor]',
    description: 'orders, newest first, 50 at a time; those of a viewer with those of visitors merged into the account',
    arguments: {
      user: {
        description: 'the ID of eight signs that the viewer reads under My, or an e-mail, or the user_id of a message'
      },
      cursor: { description: 'next_cursor of the response before, to go on' }
    },
    options: {
      '--status <status>': {
        description: 'only orders with this status, or with a refund that waits or did not reach the buyer',
        choices: orderFilters
      }
    },
    examples: ['order list 9F3A10C7', 'order list ana@example.com --json', 'order list --status disputed'],
    call: 'GET order_list',
    toFields: ({ values: { user, cursor }, options: { status } }) =>
      cursor === undefined && user !== undefined && CURSOR_START.test(user)
        ? { cursor: user, status }
        : { user, cursor, status }
  },
  {
    usage: 'order show <order_no>',
    description: 'an order with its refunds, and with the campaigns that assisted it',
    arguments: orderNo,
    call: 'GET order_show',
    toFields: ({ values: { order_no } }) => ({ order_no })
  },
  {
    usage: 'order history <order_no>',
    description: 'everything that happened to an order: provider, ledger, refunds, postbacks, messages and operators',
    arguments: orderNo,
    call: 'GET order_history',
    toFields: ({ values: { order_no } }) => ({ order_no })
  },
  {
    usage: 'order refund <order_no>',
    description:
      'refunds an order, or a part of it; without options within 14 days, while its coins are unspent, and a pass by its unused hours',
    arguments: orderNo,
    options: {
      '--amount <number>': { description: 'a part, in minor units (990 is R$ 9,90): what is left by default' },
      '--spent <rule>': {
        description: 'what becomes of coins and bonus that are gone: debt, or waive with a reason',
        choices: ['debt', 'waive']
      },
      '--reason <text>': {
        description: 'kept with the refund; needed to waive, after 14 days, and for used hours of a pass'
      }
    },
    examples: ['order refund o_1', 'order refund o_1 --amount 990 --spent waive --reason "Episode 12 has no sound"'],
    call: 'POST order_refund',
    toFields: ({ values: { order_no }, options: { amount, spent, reason } }) => ({
      order_no,
      amount: amount === undefined ? undefined : parseNumber(String(amount)),
      spent,
      reason
    })
  }
]

const logCommand: OperatorCommand = {
  usage: 'log [cursor]',
  description:
    'what operators did and what came of it, newest first, 50 at a time; no result while it runs, or if the server stopped',
  arguments: { cursor: { description: 'next_cursor of the response before, to go on' } },
  options: {
    '--operator <name>': { description: 'only actions of this operator' },
    '--subject <id>': { description: 'only actions on this submission, order, campaign, partner or drama' },
    '--action <name>': { description: 'only this action, such as drama_save' }
  },
  examples: ['log', 'log --subject s_1 --json'],
  call: 'GET log',
  toFields: ({ values: { cursor }, options: { operator, subject, action } }) => ({
    cursor,
    operator,
    subject,
    action
  })
}

export const operatorCommands: readonly OperatorCommand[] = [
  ...todayCommands,
  ...generalCommands,
  ...dramaCommands,
  ...campaignCommands,
  ...productCommands,
  ...partnerCommands,
  ...postbackCommands,
  ...viewerCommands,
  ...experimentCommands,
  ...feedbackCommands,
  ...ingestCommands,
  ...clockCommands,
  ...networkCommands,
  ...memberCommands,
  logCommand
]

export const operatorCliCommands = operatorCommands.map(toCliCommand)
