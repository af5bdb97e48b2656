import { randomUUID } from 'node:crypto'
import { type OperatorCommand, parseNumber } from './operator-command.js'

const userId = {
  user_id: { description: 'id of a viewer: search has them' },
  reason: { description: 'why; the log keeps it' }
}
const cursor = { description: 'next_cursor of the response before, to go on' }

export const viewerCommands: readonly OperatorCommand[] = [
  {
    usage: 'search <text...>',
    description:
      'orders by number, its start or a reference of the provider, and viewers by id, the ID under My, e-mail or recovery code',
    arguments: { text: { description: 'what to look for' } },
    examples: ['search ana@example.com', 'search o_Xy4f'],
    call: 'GET search',
    toFields: ({ words }) => ({ text: words.join(' ') })
  },
  {
    usage: 'viewer show <user_id>',
    description: 'a viewer: account, balance, passes, limits, sessions and merged visitors',
    arguments: { user_id: userId.user_id },
    call: 'GET viewer_show',
    toFields: ({ values: { user_id } }) => ({ user_id })
  },
  {
    usage: 'viewer ledger <user_id> [cursor]',
    description: 'transactions of a viewer’s ledger, newest first, 50 at a time',
    arguments: { user_id: userId.user_id, cursor },
    call: 'GET viewer_ledger',
    toFields: ({ values: { user_id, cursor: after } }) => ({ user_id, cursor: after })
  },
  {
    usage: 'viewer unlocks <user_id> [cursor]',
    description: 'unlocked episodes of a viewer, newest first, 50 at a time',
    arguments: { user_id: userId.user_id, cursor },
    call: 'GET viewer_unlocks',
    toFields: ({ values: { user_id, cursor: after } }) => ({ user_id, cursor: after })
  },
  {
    usage: 'viewer submissions <user_id> [cursor]',
    description: 'what a viewer has submitted for rewards, newest first, 50 at a time',
    arguments: { user_id: userId.user_id, cursor },
    call: 'GET viewer_submissions',
    toFields: ({ values: { user_id, cursor: after } }) => ({ user_id, cursor: after })
  },
  {
    usage: 'viewer sign-out <user_id> <reason...>',
    description: 'signs a viewer out on all devices; a visitor cannot come back to the account',
    arguments: userId,
    examples: ['viewer sign-out u_1 "The phone was stolen"'],
    call: 'POST viewer_sessions_end',
    toFields: ({ values: { user_id }, words }) => ({ user_id, reason: words.join(' ') })
  },
  {
    usage: 'viewer export <user_id> <reason...>',
    description: 'the address of a file with everything that is stored of a viewer; it can be opened for 24 hours',
    arguments: userId,
    examples: ['viewer export u_1 "Asked by mail"'],
    call: 'POST viewer_export',
    toFields: ({ values: { user_id }, words }) => ({ user_id, reason: words.join(' ') })
  },
  {
    usage: 'viewer delete <user_id> <reason...>',
    description: 'deletes the account of a viewer for good',
    arguments: userId,
    examples: ['viewer delete u_1 "Asked by mail"'],
    call: 'POST viewer_delete',
    toFields: ({ values: { user_id }, words }) => ({ user_id, reason: words.join(' ') })
  },
  {
    usage: 'coins adjust <user_id> <kind> <coins> <reason...>',
    description:
      'gives coins or bonus to a viewer, or takes them; above COIN_ADJUSTMENT_LIMIT another operator approves it',
    arguments: {
      user_id: userId.user_id,
      kind: { description: 'coins, or bonus, which expires after 30 days', choices: ['coins', 'bonus'] },
      coins: { description: 'how many; with --take, they are taken' },
      reason: userId.reason
    },
    options: {
      '--take': { description: 'takes the coins' },
      '--key <text>': { description: 'the same key again changes nothing; 16 to 64 letters, digits, - and _' }
    },
    examples: [
      'coins adjust u_1 bonus 100 "Episode 12 has no sound"',
      'coins adjust u_1 coins 50 --take "Given twice"'
    ],
    call: 'POST coins_adjust',
    toFields: ({ values: { user_id, kind, coins = '' }, options: { take, key = randomUUID() }, words }) => ({
      user_id,
      kind,
      coins: toSigned(parseNumber(coins), take === true),
      reason: words.join(' '),
      key
    })
  },
  {
    usage: 'coins list [status] [cursor]',
    description: 'coins that operators gave or took, newest first, 50 at a time',
    arguments: {
      status: {
        description: 'waiting (the default), done, declined or all',
        choices: ['waiting', 'done', 'declined', 'all']
      },
      cursor
    },
    call: 'GET coins_request_list',
    toFields: ({ values: { status, cursor: after } }) => ({ status, cursor: after })
  },
  {
    usage: 'coins approve <id>',
    description: 'approves coins that another operator has requested, and moves them',
    arguments: { id: { description: 'id of a request: coins list has them' } },
    call: 'POST coins_request_decide',
    toFields: ({ values: { id } }) => ({ id, ok: true })
  },
  {
    usage: 'coins decline <id> [note...]',
    description: 'declines coins that another operator has requested',
    arguments: { id: { description: 'id of a request: coins list has them' }, note: { description: 'why' } },
    call: 'POST coins_request_decide',
    toFields: ({ values: { id }, words }) => ({ id, ok: false, note: words.length === 0 ? undefined : words.join(' ') })
  }
]

const toSigned = (coins: unknown, isTaken: boolean) => (isTaken && typeof coins === 'number' ? -coins : coins)
