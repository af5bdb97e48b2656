import { type OperatorCommand, parseNumber } from './operator-command.js'

export const networkCommands: readonly OperatorCommand[] = [
  {
    usage: 'network list',
    description:
      'networks where bonus waits for a limit or a review, the most first, with the viewers and devices it is of, and how many viewers have paid there',
    examples: ['network list', 'network list --json'],
    call: 'GET network_list',
    toFields: () => ({})
  },
  {
    usage: 'network set <address> <people>',
    description:
      'says how many people share a network, as behind a mobile carrier’s address: all of them may earn their daily tasks',
    arguments: {
      address: { description: 'an address of the network, or its /24 (IPv6: /48): network list has them' },
      people: { description: 'how many viewers come from it in a day; 0 if that is unknown again' }
    },
    examples: ['network set 203.0.113.0/24 500'],
    call: 'POST network_set',
    toFields: ({ values: { address, people = '' } }) => ({ address, people: parseNumber(people) })
  }
]
