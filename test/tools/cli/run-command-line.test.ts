import { describe, expect, test } from 'vitest'
import type { CliCommand, CliGroup } from '../../../tools/cli/cli-command.js'
import { CliError } from '../../../tools/cli/cli-error.js'
import { runCommandLine } from '../../../tools/cli/run-command-line.js'

async function run(command: CliCommand['run'], ...words: string[]) {
  let [out, err] = ['', '']
  const group: CliGroup = {
    name: 'test',
    description: 'commands of this test',
    loadCommands: async () => [
      { usage: 'run [word]', description: 'runs', arguments: { word: { description: 'a word' } }, run: command }
    ]
  }
  const code = await runCommandLine(['test', 'run', ...words], [group], {
    env: {},
    columns: null,
    writeOut: text => {
      out += text
    },
    writeError: text => {
      err += text
    }
  })
  return { code, out, err }
}

test('progress and text are for people, data for programs, and the exit code for both', async () => {
  const command: CliCommand['run'] = async (_input, { log, warn }) => {
    log('half')
    warn('slow')
    return { data: { count: 2 }, text: 'two', exitCode: 1 }
  }
  expect(await run(command)).toEqual({ code: 1, out: 'half\ntwo\n', err: 'slow\n' })
  expect(await run(command, '--json')).toEqual({ code: 1, out: '{\n  "count": 2\n}\n', err: '' })
})

test('without a text the data are drawn', async () => {
  expect(await run(async () => ({ data: { order: { id: 'o_1' } } }))).toMatchObject({ out: 'id  o_1\n' })
})

test('--json after -- is a word', async () => {
  const command: CliCommand['run'] = async ({ values }) => ({ data: null, text: `${values.word}` })
  expect((await run(command, '--', '--json')).out).toBe('--json\n')
})

describe('an error is one line', () => {
  const refuse = async () => {
    throw new CliError(4001, 'Invalid\nrequest', { exitCode: 1, data: { fields: ['id'] }, hint: 'an id' })
  }

  test('with number, data and hint', async () => {
    expect(await run(refuse)).toEqual({ code: 1, out: '', err: '✗ 4001 Invalid request {"fields":["id"]}: an id\n' })
  })

  test('and with --json a document', async () => {
    const { code, err } = await run(refuse, '--json')
    const error = { code: 4001, msg: 'Invalid request', hint: 'an id', data: { fields: ['id'] } }
    expect([code, JSON.parse(err)]).toEqual([1, { error }])
  })

  test('also one that nobody has foreseen', async () => {
    const fail = () => Promise.reject(new TypeError('no such thing'))
    expect(await run(fail)).toEqual({ code: 1, out: '', err: '✗ no such thing\n' })
    expect(JSON.parse((await run(fail, '--json')).err)).toEqual({ error: { code: 'failed', msg: 'no such thing' } })
  })
})
