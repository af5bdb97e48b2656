import { describe, expect, test } from 'vitest'
import { VERSION } from '../../../src/core/lib/version.js'
import { type CliCommand, splitUsage } from '../../../tools/cli/cli-command.js'
import { cliGroups } from '../../../tools/cli/cli-groups.js'
import { parseCommandLine } from '../../../tools/cli/parse-command-line.js'
import { operatorCommands } from '../../../tools/operator/commands.js'

const parse = (...words: string[]) => parseCommandLine(words, cliGroups)

async function printHelp(...words: string[]): Promise<string> {
  const parsed = await parse(...words, '--help')
  if (parsed.type !== 'help') throw new Error(`no help of ${words.join(' ')}`)
  return parsed.text
}

const groups = await Promise.all(
  cliGroups.map(async group => ({
    name: group.name,
    description: group.description,
    commands: await group.loadCommands()
  }))
)
const commands = groups.flatMap(({ name, commands }) =>
  commands.map(command => ({ line: [name, ...splitUsage(command.usage).path].join(' '), command }))
)
const nameArgument = (written: string) => written.replace(/^[<[]|(\.\.\.)?[>\]]$/g, '')

describe('what is not understood is one line that names it and what is allowed', () => {
  test.each([
    ['opertor log', 'unknown_command', ["'opertor'", 'Did you mean operator?', 'operator, ingest, media']],
    ['operator rewrd list', 'unknown_command', ["'rewrd'", 'Did you mean reward?', 'reward, order, drama']],
    [
      'operator reward lst',
      'unknown_command',
      ["'lst'", 'Did you mean list?', 'list, next, leave, show, near, image, approve, reject']
    ],
    ['operator campaign postback ad x', 'unknown_command', ["'ad'", 'Did you mean add?', 'add, remove, list']],
    ['media pull', 'unknown_command', ["'pull'", 'push, verify']],
    ['--quiet', 'unknown_option', ["'--quiet'", '--version, --help']],
    [
      'operator campaign link a b 1 --expire 2027',
      'unknown_option',
      ["'--expire'", 'Did you mean --expires?', '--page']
    ],
    [
      'operator log --force',
      'unknown_option',
      [
        "'--force'",
        'drama operator log has the options --operator <name>, --subject <id>, --action <name>, --json, --help'
      ]
    ],
    ['operator campaign link a b 1 --expires', 'option_missing_argument', ['--expires <date>']],
    ['operator reward list 9', 'invalid_argument', ["'9'", "'status'", '0, 1, 2, 3']],
    ['operator reward reject s_1 silly', 'invalid_argument', ["'silly'", 'not_share, old_share, few_friends']],
    ['operator campaign postback add v buy https://x', 'invalid_argument', ["'buy'", 'purchase, refund']],
    ['operator campaign postback add v share https://x PUT', 'invalid_argument', ["'PUT'", 'GET, POST']],
    ['operator reward reject s_1', 'missing_argument', ["'reason'", 'reward reject <id> <reason> [note...]']],
    ['operator campaign set verao', 'missing_argument', ["'setting=value'"]],
    ['operator campaign link v d_1', 'missing_argument', ["'episode'", 'usage: drama operator campaign link']],
    ['operator campaign link v d_1 5 --until 2027', 'unknown_option', ["'--until'"]],
    [
      'operator order show o_1 o_2',
      'excess_arguments',
      ["'o_2' is too much", 'usage: drama operator order show <order_no>']
    ],
    ['operator partner give x y z z', 'excess_arguments', ["'z z' is too much"]],
    ['ingest', 'missing_argument', ["'folder'", 'drama ingest <folder>']],
    ['ingest a b', 'excess_arguments', ["'b' is too much"]]
  ])('%s', async (line, code, texts) => {
    const error = await parse(...line.split(' ')).catch(refused => refused)
    expect(error).toMatchObject({ code, details: { exitCode: 2 } })
    for (const text of texts) expect(error.message).toContain(text)
    expect(error.message).not.toContain('\n')
  })

  test.each(['', 'operator', 'operator reward', 'operator campaign postback', 'media'])(
    '`drama %s` lacks a command, and has the help to print',
    async line => {
      const error = await parse(...line.split(' ').filter(Boolean)).catch(refused => refused)
      expect(error).toMatchObject({ code: 'missing_command', details: { exitCode: 2 } })
      expect(error.details.help).toContain(`Usage: ${`drama ${line}`.trim()} <command>`)
    }
  )

  test('an empty word stands for no argument, because it would name another command than was meant', async () => {
    const words = ['operator', 'partner', 'revoke', 'pa_000000000000', '']
    await expect(parse(...words)).rejects.toMatchObject({ code: 'invalid_argument', message: /^'key_id' is empty/ })
    await expect(parse('ingest', '')).rejects.toMatchObject({ message: /^'folder' is empty/ })
  })
})

describe('values of operator commands that are not understood', () => {
  const fields = async (...words: string[]) => {
    const parsed = await parse('operator', ...words)
    if (parsed.type !== 'command') throw new Error('no command')
    return operatorCommands.find(({ usage }) => usage === parsed.command.usage)?.toFields(parsed.input)
  }

  test.each([
    ['campaign list paused', '“paused” is no status of campaigns: active or closed'],
    ['campaign list paused WyJjIl0', '“paused” is no status of campaigns: active or closed'],
    ['campaign set v colour=red', 'a campaign has no setting “colour”; it has name, start, free'],
    ['campaign set v free', '“free” is no setting=value'],
    ['campaign set v name=', '“name” cannot be taken away'],
    ['campaign set v rewards=yes', '“rewards=yes”: on or off'],
    ['campaign link v d_1 5 --expires soon', '“soon” is no date: as 2027-01-31']
  ])('%s', async (line, text) => {
    const error = await fields(...line.split(' ')).catch(refused => refused)
    expect([error.details.exitCode, error.message]).toEqual([2, expect.stringContaining(text)])
  })

  test.each([
    ['reward list', { status: '0' }],
    ['reward list 3 WyJjIl0', { status: '3', cursor: 'WyJjIl0' }],
    ['reward reject s_1 other much too old', { id: 's_1', ok: false, reason: 'other', note: 'much too old' }],
    ['campaign list', {}],
    ['campaign list WyJjIl0', { cursor: 'WyJjIl0' }],
    ['campaign list closed WyJjIl0', { status: 'closed', cursor: 'WyJjIl0' }],
    [
      'campaign set v free= radius=4px',
      { lpid: 'v', mode: 'set', free_episodes_override: null, theme: { radius: '4px' } }
    ],
    ['campaign link v d_1 5', { lpid: 'v', drama_id: 'd_1', episode_no: 5 }],
    [
      'campaign link v d_1 5 --expires 2027-01-31',
      { lpid: 'v', drama_id: 'd_1', episode_no: 5, expires_at: Date.UTC(2027, 0, 31) }
    ],
    ['partner coins pa_1 -200 invoice-18', { id: 'pa_1', coins: -200, reference: 'invoice-18' }],
    ['partner revoke pa_1', { id: 'pa_1' }],
    ['partner create Acme Media', { name: 'Acme Media' }],
    ['campaign postback add v purchase https://x', { lpid: 'v', event: 'purchase', url: 'https://x', method: 'POST' }]
  ])('%s is understood', async (line, expected) => {
    expect(JSON.parse(JSON.stringify(await fields(...line.split(' '))))).toEqual(expected)
  })
})

describe('help', () => {
  test('of the program names every group, and --version is the version of the app', async () => {
    const help = await printHelp()
    for (const { name, description } of groups) expect(help).toMatch(new RegExp(`^  ${name} +${description}$`, 'm'))
    expect(await parse('--version')).toEqual({ type: 'help', text: `${VERSION}\n` })
  })

  test.each(groups)('of the group $name names every command with its arguments', async ({ name, commands }) => {
    const help = await printHelp(name)
    for (const { usage } of commands) expect(help).toContain(usage)
  })

  test('of a word between group and command has the commands below it', async () => {
    expect(await printHelp('operator', 'campaign', 'postback')).toMatch(/^ {2}add <lpid> <event> <url> \[method\] /m)
  })

  test.each(commands)('of $line says what it does, with arguments and options', async ({ line, command }) => {
    const help = await printHelp(...line.split(' '))
    const { argumentNames } = splitUsage(command.usage)
    const squeezed = help.replace(/\s+/g, ' ')
    expect(help.split('\n')[0]).toBe(['Usage: drama', line, '[options]', ...argumentNames].join(' '))
    expect(squeezed).toContain(command.description)
    for (const { description } of Object.values({ ...command.arguments, ...command.options }))
      expect(squeezed).toContain(description)
    expect(help).toContain('--json')
    for (const example of command.examples ?? []) expect(help).toContain(example)
  })
})

describe('the tables of commands', () => {
  test('no command has the words of another', () => {
    const lines = commands.map(({ line }) => line)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThan(25)
  })

  test.each(commands)('$line describes each of its arguments, and no other', ({ command }) => {
    const named = splitUsage(command.usage).argumentNames.map(nameArgument)
    expect(Object.keys(command.arguments ?? {}).sort()).toEqual(named.sort())
  })

  test.each(commands.flatMap(({ line, command }) => listExamples(line, command)))(
    'the example %s is understood',
    async example => {
      const words = [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
      expect((await parse(...words)).type).toBe('command')
    }
  )
})

function listExamples(line: string, { examples = [] }: CliCommand): string[] {
  const [group] = line.split(' ')
  return examples.map(example => `${group} ${example}`)
}
