import { createGetCall, createPostCall, type OperatorCall, OperatorCommandError, parseNumber } from './operator-call.js'

const themeKeys = new Set([
  'accent',
  'accent_strong',
  'accent_end',
  'surface',
  'raised',
  'radius',
  'font',
  'title_font'
])
const pixelKeys = new Set(['meta_id', 'tiktok_id'])
const plainKeys: Record<string, { name: string; isNumber?: boolean; isRequired?: boolean }> = {
  name: { name: 'name', isRequired: true },
  status: { name: 'status', isRequired: true },
  offer: { name: 'offer_id' },
  timezone: { name: 'timezone' },
  lang: { name: 'default_lang' },
  currency: { name: 'currency' },
  free: { name: 'free_episodes_override', isNumber: true },
  window: { name: 'attribution_window_days', isNumber: true, isRequired: true },
  limit: { name: 'daily_limit', isNumber: true },
  share_scope: { name: 'share_scope', isRequired: true },
  budget: { name: 'reward_budget', isNumber: true }
}

export function parseCampaignCommand([verb, first, ...rest]: readonly string[]): OperatorCall | null {
  if (verb === 'list') return parseListCommand(first, rest)
  if (first === undefined) return null
  if (verb === 'show' && rest.length === 0) return createGetCall('campaign_show', { lpid: first })
  if (verb === 'close' && rest.length === 0) return createPostCall('campaign_close', { lpid: first })
  if (verb === 'create' || (verb === 'set' && rest.length > 0)) {
    return createPostCall('campaign_save', { lpid: first, mode: verb, ...parseSettings(rest) })
  }
  if (verb !== 'link') return null
  const values = parseLink(rest)
  return values && createPostCall('campaign_link', { lpid: first, ...values })
}

function parseListCommand(first: string | undefined, rest: readonly string[]): OperatorCall | null {
  if (rest.length > 1) return null
  const isStatus = first === 'active' || first === 'closed'
  if (!isStatus && rest.length > 0) return null
  const cursor = isStatus ? rest[0] : first
  return createGetCall('campaign_list', { ...(isStatus && { status: first }), ...(cursor && { cursor }) })
}

function parseSettings(words: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const setInGroup = (group: string, key: string, value: string) => {
    values[group] = { ...Object(values[group]), [key]: value === '' ? null : value }
  }
  for (const word of words) {
    const [, key, value = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? []
    if (key === undefined) throw new OperatorCommandError(`“${word}” is no setting=value`)
    const field = plainKeys[key]
    if (themeKeys.has(key)) setInGroup('theme', key, value)
    else if (pixelKeys.has(key)) setInGroup('pixel_hint', key, value)
    else if (key === 'rewards') values.rewards_enabled = parseSwitch(word, value)
    else if (key === 'start') Object.assign(values, parseStart(value))
    else if (field === undefined) throw new OperatorCommandError(`a campaign has no setting “${key}”`)
    else if (field.isRequired && value === '') throw new OperatorCommandError(`“${key}” cannot be taken away`)
    else values[field.name] = value === '' ? null : field.isNumber ? parseNumber(value) : value
  }
  return values
}

function parseSwitch(word: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new OperatorCommandError(`“${word}”: on or off`)
  return value === 'on'
}

function parseStart(value: string): Record<string, unknown> {
  const [drama, no] = value.split(':')
  if (!drama) return { start_drama_id: null }
  return { start_drama_id: drama, ...(no === undefined ? {} : { start_episode_no: parseNumber(no) }) }
}

function parseLink(words: readonly string[]): Record<string, unknown> | null {
  const options: Record<string, string> = {}
  const plain: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!word.startsWith('--')) plain.push(word)
    else options[word] = words[++at] ?? ''
  }
  const { '--expires': expires, '--page': page, ...unknown } = options
  const [drama_id, no, minutes, ...more] = plain
  const expires_at = expires === undefined ? undefined : Date.parse(expires)
  const [option] = Object.keys(unknown)
  if (option !== undefined) throw new OperatorCommandError(`a link has no option “${option}”`)
  if (Number.isNaN(expires_at)) throw new OperatorCommandError(`“${expires}” is no date: as 2027-01-31`)
  if (drama_id === undefined || no === undefined || more.length > 0) return null
  return { drama_id, episode_no: parseNumber(no), ...(minutes && { minutes: parseNumber(minutes) }), expires_at, page }
}

const PRODUCTS = 'product list has the ids'
const DRAMAS = 'd_ and more, as drama= has it in the address of an episode that is shared'

export const campaignHints: Record<string, string> = {
  no_campaign: 'there is no campaign of this name: campaign create makes one',
  campaign_exists: 'there is a campaign of this name already: campaign set changes it',
  closed: 'the campaign is closed: campaign set <lpid> status=active opens it again',
  one_currency: 'this server has one currency (CURRENCY): prices in others are not there yet',
  no_episode: 'no episode of that number of that drama is online',
  no_start_drama: 'an episode to start with needs its drama: start=<drama_id>:<episode>',
  not_on_sale: `nothing with this id is on sale in the currency of the server: ${PRODUCTS}`,
  not_within_a_year: 'the date must be in the future, and within a year'
}

function describeDarkColour(contrast: number): string {
  return `a colour as #rrggbb, dark enough for white text on it (contrast ${contrast})`
}

export const campaignFields: Record<string, string> = {
  lpid: 'letters, digits, - and _, at most 64',
  ...Object.fromEntries(['accent_strong', 'accent_end'].map(key => [`theme.${key}`, describeDarkColour(4.5)])),
  ...Object.fromEntries(['surface', 'raised'].map(key => [`theme.${key}`, describeDarkColour(7)])),
  name: '1 to 120 characters',
  status: 'active or closed',
  share_scope: 'all or channel',
  start_drama_id: DRAMAS,
  start_episode_no: 'a whole number of an episode, from 1',
  drama_id: DRAMAS,
  episode_no: 'a whole number of an episode, from 1',
  offer_id: `the id of a product: ${PRODUCTS}`,
  currency: 'the code of the server’s currency, or nothing',
  'theme.accent': 'a colour as #rrggbb',
  'theme.radius': 'px from 0px to 40px',
  'theme.font': 'names of fonts, separated by commas',
  'theme.title_font': 'names of fonts, separated by commas',
  default_lang: 'pt, en, es, zh-cn or zh-tw',
  timezone: 'an IANA zone such as America/Sao_Paulo',
  attribution_window_days: 'whole days from 1 to 90',
  free_episodes_override: 'a whole number of episodes, 0 or more',
  daily_limit: 'whole coins, at least 1',
  reward_budget: 'a whole number of bonus a day',
  minutes: 'whole minutes from 1 to 1440',
  page: 'a whole address, http or https',
  'pixel_hint.meta_id': '5 to 20 digits',
  'pixel_hint.tiktok_id': '10 to 40 capital letters and digits'
}
