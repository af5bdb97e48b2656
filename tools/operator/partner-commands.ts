import { type OperatorCommand, parseNumber } from './operator-command.js'

const keyNotice = 'The key is shown only now: keep it. GET /partner/report and the other /partner/ addresses take it.'
const secretNotice = 'The secret is shown only now: keep it on the partner’s server.'

const partnerId = { partner_id: { description: 'id of a partner: partner list has them' } }

export const partnerCommands: readonly OperatorCommand[] = [
  {
    usage: 'partner create <name...>',
    description: 'makes a partner with a first key, which is shown once',
    arguments: { name: { description: 'its name' } },
    examples: ["partner create 'Acme Media'"],
    call: 'POST partner_create',
    toFields: ({ words }) => ({ name: words.join(' ') }),
    notice: keyNotice
  },
  {
    usage: 'partner list',
    description: 'partners with their campaigns, prepaid coins and the ids of their keys and secrets',
    options: { '--text <text>': { description: 'part of an id or a name' } },
    call: 'GET partner_list',
    toFields: ({ options: { text } }) => ({ q: text })
  },
  {
    usage: 'partner show <partner_id>',
    description: 'a partner with its campaigns, prepaid coins and the ids of its keys and secrets',
    arguments: partnerId,
    call: 'GET partner_show',
    toFields: ({ values: { partner_id } }) => ({ id: partner_id })
  },
  {
    usage: 'partner ledger <partner_id> [cursor]',
    description: 'movements of the prepaid coins, newest first, 50 at a time',
    arguments: { ...partnerId, cursor: { description: 'next_cursor of the response before, to go on' } },
    call: 'GET partner_ledger',
    toFields: ({ values: { partner_id, cursor } }) => ({ id: partner_id, cursor })
  },
  {
    usage: 'partner key <partner_id>',
    description: 'makes another key; the one before stays valid, older ones end',
    arguments: partnerId,
    call: 'POST partner_key',
    toFields: ({ values: { partner_id } }) => ({ id: partner_id }),
    notice: keyNotice
  },
  {
    usage: 'partner secret <partner_id>',
    description: 'makes another secret to sign tokens with; see docs/guide/partners.md',
    arguments: partnerId,
    call: 'POST partner_secret',
    toFields: ({ values: { partner_id } }) => ({ id: partner_id }),
    notice: secretNotice
  },
  {
    usage: 'partner coins <partner_id> <coins> <reference> [reason...]',
    description: 'adds coins that the partner has paid for in advance, or removes them; a reference counts once',
    arguments: {
      ...partnerId,
      coins: { description: 'whole coins; a minus removes them' },
      reference: { description: 'number of the invoice: letters, digits and _ . / -, at most 64' },
      reason: { description: 'words for the audit log' }
    },
    examples: ['partner coins pa_0123456789ab 5000 invoice-17', 'partner coins pa_0123456789ab -200 invoice-18'],
    call: 'POST partner_coins',
    toFields: ({ values: { partner_id, coins = '', reference }, words }) => ({
      id: partner_id,
      coins: parseNumber(coins),
      reference,
      reason: words.length === 0 ? undefined : words.join(' ')
    })
  },
  {
    usage: 'partner revoke <partner_id> [key_id]',
    description: 'ends one key or secret, or the partner with all of them',
    arguments: { ...partnerId, key_id: { description: 'id of a key or secret; the whole partner without it' } },
    call: 'POST partner_revoke',
    toFields: ({ values: { partner_id, key_id } }) => ({ id: partner_id, key: key_id })
  },
  {
    usage: 'partner give <partner_id> <lpid>',
    description: 'gives a campaign to the partner from now on, with everything that was counted before',
    arguments: { ...partnerId, lpid: { description: 'name of a campaign' } },
    call: 'POST partner_give',
    toFields: ({ values: { partner_id, lpid } }) => ({ id: partner_id, lpid })
  }
]
