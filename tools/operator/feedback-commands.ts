import type { OperatorCommand } from './operator-command.js'

export const feedbackCommands: readonly OperatorCommand[] = [
  {
    usage: 'feedback list [status] [cursor]',
    description: 'messages of viewers with their answers, newest first, 50 at a time',
    arguments: {
      status: { description: 'open (the default), answered or all', choices: ['open', 'answered', 'all'] },
      cursor: { description: 'next_cursor of the response before, to go on' }
    },
    examples: ['feedback list', 'feedback list all --json'],
    call: 'GET feedback_list',
    toFields: ({ values: { status, cursor } }) => ({ status, cursor })
  },
  {
    usage: 'feedback answer <id> <text...>',
    description:
      'answers a message; the viewer reads it under My. Another answer replaces one that was not read, and follows one that was',
    arguments: {
      id: { description: 'id of a message: feedback list has them' },
      text: { description: 'words for the viewer, at most 2000 characters' }
    },
    examples: ['feedback answer f_1 "Episode 12 has sound again."'],
    call: 'POST feedback_answer',
    toFields: ({ values: { id }, words }) => ({ id, text: words.join(' ') })
  }
]
