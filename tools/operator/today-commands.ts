import type { OperatorCommand } from './operator-command.js'

export const todayCommands: readonly OperatorCommand[] = [
  {
    usage: 'today [day] [zone]',
    description: 'counts of a day by hour, beside the day before and a week before',
    arguments: {
      day: { description: 'such as 2026-11-21, today without it' },
      zone: { description: 'IANA time zone, such as America/Sao_Paulo' }
    },
    examples: ['today --json', 'today 2026-11-21 Europe/Lisbon --json'],
    call: 'GET today',
    toFields: ({ values: { day, zone } }) => ({ day, zone })
  },
  {
    usage: 'attention',
    description: 'what needs a person, with how much and since when',
    call: 'GET attention',
    toFields: () => ({})
  },
  {
    usage: 'health',
    description: 'the server, its jobs, the database, queues, disk and the last backup',
    call: 'GET health',
    toFields: () => ({})
  }
]
