import { type OperatorCommand, parseNumber } from './operator-command.js'

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
