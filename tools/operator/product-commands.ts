import { createUsageError } from '../cli/cli-error.js'
import { type OperatorCommand, parseNumber } from './operator-command.js'

const settings: Readonly<Record<string, string>> = {
  'price=<amount>': 'Price in minor units of the server’s currency, such as 990 for R$ 9,90.',
  'price.<currency>=<amount>': 'Price in another currency: adds the product there, too.',
  'coins=<number>': 'Coins of a pack.',
  'bonus=<number>': 'Bonus of a pack.',
  'days=<number>': 'How long a pass is valid.',
  'badge=<badge>': 'popular, best_value or none.',
  'place=<number>': 'Place in the store, the lowest is first. By default after all others.',
  'status=<status>': 'on_sale or withdrawn, the default.',
  'title.<lang>=<text>':
    'Title in a language: pt, en, es, zh-cn or zh-tw. Without them it is made of what the product gives.'
}

function parseSettings(words: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const prices: { currency?: string; amount: number | string }[] = []
  const title: Record<string, string> = {}
  for (const word of words) {
    const [, name = '', part, value = ''] = /^([a-z]+)(?:\.([A-Za-z-]+))?=(.*)$/s.exec(word) ?? []
    if (name === 'price')
      prices.push({ ...(part !== undefined && { currency: part.toUpperCase() }), amount: parseNumber(value) })
    else if (name === 'title' && part !== undefined) title[part] = value
    else if (part === undefined && ['coins', 'bonus', 'days'].includes(name)) fields[name] = parseNumber(value)
    else if (word.startsWith('place=')) fields.sort = parseNumber(value)
    else if (word.startsWith('badge=')) fields.badge = toBadge(value)
    else if (word.startsWith('status=')) fields.status = value
    else throw createUsageError('invalid_argument', `'${word}' is no setting: ${Object.keys(settings).join(' ')}`)
  }
  return { ...fields, prices, ...(Object.keys(title).length > 0 && { title }) }
}

const toBadge = (text: string) => (text === 'none' ? null : text)

export const productCommands: readonly OperatorCommand[] = [
  {
    usage: 'product list',
    description: 'products on sale with their prices; an id is what offer= of a campaign needs',
    call: 'GET product_list',
    toFields: () => ({})
  },
  {
    usage: 'product report [cursor]',
    description: 'all products with what was sold in 30 days, 50 at a time, also those that are off sale',
    arguments: { cursor: { description: 'next_cursor of the response before, to go on' } },
    call: 'GET product_report',
    toFields: ({ values: { cursor } }) => ({ cursor })
  },
  {
    usage: 'product add <kind> <code> <setting=value...>',
    description: 'adds a pack of coins or a pass, off sale unless status=on_sale; its id is p_<currency>_<code>',
    arguments: {
      kind: { description: 'coins for a pack, weekly or monthly for a pass', choices: ['coins', 'weekly', 'monthly'] },
      code: { description: 'lower-case letters, digits, - and _' },
      'setting=value': { description: 'settings, in any number' }
    },
    settings,
    examples: [
      'product add coins fair500 coins=500 bonus=50 price=1490 badge=popular status=on_sale',
      'product add monthly quarter days=90 price=19990 price.USD=3990 title.pt="Passe trimestral" …'
    ],
    call: 'POST product_add',
    toFields: ({ values: { kind, code }, words }) => ({ kind, code, ...parseSettings(words) })
  },
  {
    usage: 'product save <product_id>',
    description: 'changes what the options name; orders that exist keep what was bought',
    arguments: { product_id: { description: 'id of a product: product report has them' } },
    options: {
      '--price <amount>': { description: 'in minor units, such as 990 for R$ 9,90' },
      '--badge <badge>': { description: 'popular, best_value or none', choices: ['popular', 'best_value', 'none'] },
      '--place <number>': { description: 'place in the store; the lowest is first' },
      '--status <status>': { description: 'on_sale or withdrawn', choices: ['on_sale', 'withdrawn'] }
    },
    examples: ['product save p_brl_300 --price 1090', 'product save p_brl_weekly --status withdrawn'],
    call: 'POST product_save',
    toFields: ({ values: { product_id }, options: { price, badge, place, status } }) => ({
      id: product_id,
      amount: price === undefined ? undefined : parseNumber(String(price)),
      badge: badge === undefined ? undefined : toBadge(String(badge)),
      sort: place === undefined ? undefined : parseNumber(String(place)),
      status
    })
  }
]
