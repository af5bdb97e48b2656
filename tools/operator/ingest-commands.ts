import type { OperatorCommand } from './operator-command.js'

const id = { id: { description: 'id of a job: ingest list has them' } }
const states = ['queued', 'running', 'done', 'failed', 'cancelled']

export const ingestCommands: readonly OperatorCommand[] = [
  {
    usage: 'ingest list [state] [cursor]',
    description: 'jobs that make episodes of uploaded files, newest first, 50 at a time',
    arguments: {
      state: { description: 'all of them without it', choices: [...states, 'all'] },
      cursor: { description: 'next_cursor of the response before, to go on' }
    },
    examples: ['ingest list', 'ingest list failed --json'],
    call: 'GET ingest_list',
    toFields: ({ values: { state, cursor } }) => ({ state: state === 'all' ? undefined : state, cursor })
  },
  {
    usage: 'ingest show <id>',
    description: 'a job with its progress and its log',
    arguments: id,
    call: 'GET ingest_show',
    toFields: ({ values }) => ({ id: values.id })
  },
  {
    usage: 'ingest retry <id>',
    description: 'runs a job again that failed or was cancelled',
    arguments: id,
    call: 'POST ingest_retry',
    toFields: ({ values }) => ({ id: values.id })
  },
  {
    usage: 'ingest cancel <id>',
    description: 'stops a job, or says that nobody needs to look at one that failed',
    arguments: id,
    call: 'POST ingest_cancel',
    toFields: ({ values }) => ({ id: values.id })
  }
]
