import type { OperatorCommand } from './operator-command.js'

export const clockCommands: readonly OperatorCommand[] = [
  {
    usage: 'clock show',
    description: 'the times of server and database, and until when they are trusted',
    examples: ['clock show', 'clock show --json'],
    call: 'GET clock_show',
    toFields: () => ({})
  },
  {
    usage: 'clock confirm <time>',
    description:
      'says that the clocks are right again after an alarm: within 15 s bonus expires and days close as before',
    arguments: { time: { description: 'the time now by another clock, with its zone, such as 2026-11-21T12:00:00Z' } },
    examples: ['clock confirm 2026-11-21T12:00:00Z'],
    call: 'POST clock_confirm',
    toFields: ({ values: { time } }) => ({ time })
  }
]
