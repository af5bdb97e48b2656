import { type OperatorCommand, parseNumber } from './operator-command.js'

const id = { id: { description: 'id of a job: ingest list has them' } }
const dramaId = { drama_id: { description: 'id of a drama, such as d_winter-bride' } }
const upload = { id: { description: 'id of a file: upload list has them' } }
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
    usage: 'ingest setup',
    description: 'whether the server can make episodes: ffmpeg, the room on its disk, kinds of files',
    call: 'GET ingest_setup',
    toFields: () => ({})
  },
  {
    usage: 'ingest start <drama_id>',
    description: 'makes episodes of the uploaded files of a drama',
    arguments: dramaId,
    call: 'POST ingest_start',
    toFields: ({ values }) => ({ drama_id: values.drama_id })
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
  },
  {
    usage: 'upload list <drama_id>',
    description: 'files of a drama that are uploaded or on their way',
    arguments: dramaId,
    call: 'GET upload_list',
    toFields: ({ values }) => ({ drama_id: values.drama_id })
  },
  {
    usage: 'upload number <id> [number]',
    description: 'says which episode a file is; without a number, none',
    arguments: { ...upload, number: { description: 'number of the episode' } },
    call: 'POST upload_set',
    toFields: ({ values: { id, number } }) => ({ id, episode_no: number === undefined ? null : parseNumber(number) })
  },
  {
    usage: 'upload remove <id>',
    description: 'removes an uploaded file, or ends its upload',
    arguments: upload,
    call: 'POST upload_remove',
    toFields: ({ values }) => ({ id: values.id })
  }
]
