import type { Lang } from '../../contract/protocol/language.js'
import { createUsageError } from '../cli/cli-error.js'
import { type OperatorCommand, parseNumber } from './operator-command.js'

const dramaId = { drama_id: { description: 'id of a drama, such as d_winter-bride' } }
/** As a value here, because the contract's list loads its schemas too. */
const langs: readonly Lang[] = ['pt', 'en', 'es', 'zh-cn', 'zh-tw']
const cursor = { cursor: { description: 'next_cursor of the response before, to go on' } }

const settings: Readonly<Record<string, string>> = {
  'title.<lang>=<text>': `Title in a language: ${langs.join(', ')}.`,
  'synopsis.<lang>=<text>': 'Synopsis in a language.',
  'price=<coins>': 'Coins for an episode without a price of its own.',
  'free=<episodes>': 'Number of first episodes that are free.',
  'sort=<number>': 'Place on Home; small numbers come first.',
  'finished=yes|no': 'Whether the last episode is out.',
  'age=<rating>': 'Age rating, such as 14.',
  'colour=#rrggbb': 'Colour behind its pictures while they load.'
}

const fieldNames: Readonly<Record<string, string>> = {
  price: 'default_price',
  free: 'free_count',
  sort: 'sort',
  finished: 'is_finished',
  age: 'age_rating',
  colour: 'colour'
}

export const dramaCommands: readonly OperatorCommand[] = [
  {
    usage: 'drama list [cursor]',
    description: 'dramas, also those that are offline and drafts, the last changed first, 50 at a time',
    arguments: cursor,
    call: 'GET drama_list',
    toFields: ({ values }) => ({ cursor: values.cursor })
  },
  {
    usage: 'drama show <drama_id>',
    description: 'a drama with what operators have changed, and its episodes',
    arguments: dramaId,
    call: 'GET drama_show',
    toFields: toId
  },
  {
    usage: 'drama create <slug> <lang> <title>',
    description: 'makes a draft, which viewers do not see until it has episodes and is published',
    arguments: {
      slug: { description: 'lower-case letters, digits and hyphens; the id is d_ and this name' },
      lang: { description: 'language of the title', choices: langs },
      title: { description: 'the title, which the other languages have as a start' }
    },
    examples: ['drama create ultima-mare pt "A Última Maré"'],
    call: 'POST drama_create',
    toFields: ({ values: { slug, lang, title } }) => ({ slug, lang, title })
  },
  {
    usage: 'drama set <drama_id> <version> <setting=value...>',
    description: 'changes a drama; an empty value (price=) takes the one of its package again',
    arguments: {
      ...dramaId,
      version: { description: 'of drama show: if somebody else was faster, nothing is changed' },
      'setting=value': { description: 'settings, in any number' }
    },
    settings,
    examples: ['drama set d_winter-bride 4 title.pt="A Noiva do Inverno" price=60'],
    call: 'POST drama_save',
    toFields: ({ values: { drama_id, version = '' }, words }) => ({
      id: drama_id,
      version: parseNumber(version),
      ...parseSettings(words)
    })
  },
  {
    usage: 'drama publish <drama_id>',
    description: 'puts a drama online from its package',
    arguments: dramaId,
    call: 'POST drama_publish',
    toFields: toId
  },
  {
    usage: 'drama publish-at <drama_id> [time]',
    description: 'publishes a drama at a time; without one, what was planned is off',
    arguments: { ...dramaId, time: { description: 'such as 2027-01-31T18:00-03:00' } },
    examples: ['drama publish-at d_winter-bride 2027-01-31T18:00-03:00'],
    call: 'POST drama_publish_at',
    toFields: ({ values: { drama_id, time } }) => ({ id: drama_id, at: time === undefined ? null : parseTime(time) })
  },
  {
    usage: 'drama unpublish <drama_id>',
    description: 'takes a drama offline until it is published again, even if its package changes',
    arguments: dramaId,
    call: 'POST drama_unpublish',
    toFields: toId
  },
  {
    usage: 'drama delete <drama_id> <version>',
    description: 'deletes a draft that was never published, with its films, uploads and jobs',
    arguments: {
      ...dramaId,
      version: { description: 'of drama show: if somebody else was faster, nothing is deleted' }
    },
    examples: ['drama delete d_winter-bride 4'],
    call: 'POST drama_delete',
    toFields: ({ values: { drama_id, version = '' } }) => ({ id: drama_id, version: parseNumber(version) })
  },
  {
    usage: 'drama effects <drama_id>',
    description: 'what follows if a drama is taken offline: viewers who own episodes, and campaigns that start with it',
    arguments: dramaId,
    call: 'GET drama_offline_effects',
    toFields: toId
  },
  {
    usage: 'drama unlocks <drama_id>',
    description: 'how many viewers have unlocked each number of a drama',
    arguments: dramaId,
    call: 'GET drama_unlocks',
    toFields: toId
  },
  {
    usage: 'drama retention <drama_id> [from] [to]',
    description: 'how far viewers watch each episode, over all campaigns; the last seven days by default',
    arguments: { ...dramaId, from: { description: 'first day, such as 2027-01-01' }, to: { description: 'last day' } },
    call: 'GET drama_retention',
    toFields: ({ values: { drama_id, from, to } }) => ({ id: drama_id, from, to })
  },
  {
    usage: 'drama preview <drama_id>',
    description: 'an address for the app that shows a drama before it is published, for an hour',
    arguments: dramaId,
    call: 'GET drama_preview',
    toFields: toId
  },
  {
    usage: 'drama labels',
    description: 'categories and tags of dramas, the most used first',
    call: 'GET label_list',
    toFields: () => ({})
  }
]

function toId({ values: { drama_id } }: { values: Readonly<Record<string, string | undefined>> }) {
  return { id: drama_id }
}

function parseTime(text: string): number | string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : time
}

/** Throws `CliError`. */
function parseSettings(words: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const texts: Record<string, Record<string, string | null>> = {}
  for (const word of words) {
    const [, key = '', value = ''] = /^([a-z.-]+)=(.*)$/s.exec(word) ?? []
    const [text = '', lang] = key.split('.')
    const name = fieldNames[key]
    if (lang !== undefined && (text === 'title' || text === 'synopsis')) {
      texts[text] = { ...texts[text], [lang]: value === '' ? null : value }
    } else if (name !== undefined) {
      fields[name] = toValue(key, value)
    } else {
      throw createUsageError('invalid_argument', `'${word}' is no setting: ${Object.keys(settings).join(' ')}`)
    }
  }
  return Object.assign(fields, texts)
}

function toValue(key: string, value: string): string | number | boolean | null {
  if (value === '') return null
  if (key === 'finished') return value === 'yes' ? true : value === 'no' ? false : value
  return ['price', 'free', 'sort'].includes(key) ? parseNumber(value) : value
}
