import { createUsageError } from '../cli/cli-error.js'
import { campaignSettings, parseCampaignSettings } from './campaign-settings.js'
import { type OperatorCommand, parseNumber } from './operator-command.js'

const lpid = { description: 'name of a campaign' }
const settings = Object.fromEntries(
  Object.entries(campaignSettings).map(([name, { value, description }]) => [`${name}=${value}`, description])
)

export const campaignCommands: readonly OperatorCommand[] = [
  {
    usage: 'campaign list [status] [cursor]',
    description: 'campaigns, 50 at a time',
    arguments: {
      status: { description: 'active or closed; all of them without it' },
      cursor: { description: 'next_cursor of the response before, to go on' }
    },
    examples: ['campaign list active'],
    call: 'GET campaign_list',
    toFields: ({ values: { status, cursor } }) => parseList(status, cursor)
  },
  {
    usage: 'campaign show <lpid>',
    description: 'one campaign',
    arguments: { lpid },
    call: 'GET campaign_show',
    toFields: ({ values }) => ({ lpid: values.lpid })
  },
  {
    usage: 'campaign create <lpid> [setting=value...]',
    description: 'makes a campaign',
    arguments: {
      lpid: { description: 'its name: letters, digits, - and _, at most 64' },
      'setting=value': { description: 'settings, in any number' }
    },
    settings,
    examples: ['campaign create verao start=d_winter-bride:1 free=15'],
    call: 'POST campaign_save',
    toFields: ({ values, words }) => ({ lpid: values.lpid, mode: 'create', ...parseCampaignSettings(words) })
  },
  {
    usage: 'campaign set <lpid> <setting=value...>',
    description: 'changes settings of a campaign; an empty value (free=) removes one',
    arguments: { lpid, 'setting=value': { description: 'settings, in any number' } },
    settings,
    examples: ['campaign set verao free=3 offer='],
    call: 'POST campaign_save',
    toFields: ({ values, words }) => ({ lpid: values.lpid, mode: 'set', ...parseCampaignSettings(words) })
  },
  {
    usage: 'campaign close <lpid>',
    description: 'closes a campaign: visits no longer get its settings; status=active opens it again',
    arguments: { lpid },
    call: 'POST campaign_close',
    toFields: ({ values }) => ({ lpid: values.lpid })
  },
  {
    usage: 'campaign link <lpid> <drama_id> <episode> [minutes]',
    description: 'makes a link that unlocks an episode, once for each viewer',
    arguments: {
      lpid,
      drama_id: { description: 'id of a drama, as drama= has it in the address of an episode that is shared' },
      episode: { description: 'number of an episode' },
      minutes: { description: 'how long the episode stays unlocked: 1 to 1440, 30 by default' }
    },
    options: {
      '--expires <date>': { description: 'until when the link can be used for the first time: 30 days by default' },
      '--page <address>': { description: 'the page that the link leads to: the standalone site by default' }
    },
    examples: ['campaign link verao d_winter-bride 14 30 --expires 2027-01-31 --page https://partner.example/landing'],
    call: 'POST campaign_link',
    toFields: ({ values: { lpid, drama_id, episode = '', minutes }, options }) => ({
      lpid,
      drama_id,
      episode_no: parseNumber(episode),
      minutes: minutes === undefined ? undefined : parseNumber(minutes),
      expires_at: parseDate(options.expires),
      page: options.page
    })
  }
]

/** Cursors are JSON arrays of a name and more in base64url, so they begin with these letters. */
export const CURSOR_START = /^WyJ/

function parseList(first: string | undefined, second: string | undefined): Record<string, unknown> {
  if (first === undefined || first === 'active' || first === 'closed') return { status: first, cursor: second }
  if (second === undefined && CURSOR_START.test(first)) return { cursor: first }
  throw createUsageError('invalid_argument', `“${first}” is no status of campaigns: active or closed`)
}

function parseDate(date: string | boolean | undefined): number | undefined {
  if (date === undefined) return undefined
  const time = Date.parse(String(date))
  if (Number.isNaN(time)) throw createUsageError('invalid_argument', `“${date}” is no date: as 2027-01-31`)
  return time
}
