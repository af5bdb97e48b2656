import { createUsageError } from '../cli/cli-error.js'
import { parseNumber } from './operator-command.js'

export const campaignSettings: Readonly<Record<string, { value: string; description: string }>> = {
  name: { value: '<text>', description: 'Name of the campaign in lists and reports.' },
  start: {
    value: '<drama_id>[:<episode>]',
    description: 'Episode that a new visitor opens on if page and address name no other; Back leads to Home.'
  },
  free: {
    value: '<episodes>',
    description:
      'Number of first episodes of every drama that are free, if that is more than the drama’s own. It applies to viewers whose latest visit with a campaign was one of this campaign, for `window` days from that visit.'
  },
  limit: {
    value: '<coins>',
    description:
      'Most coins per day that its viewers can spend on unlocks. It lowers a viewer’s own limit and never raises it.'
  },
  offer: { value: '<product_id>', description: 'Product that the store shows first and marks as an offer.' },
  timezone: { value: '<IANA zone>', description: 'Time zone of its rewards and reports; `TIMEZONE` without one.' },
  lang: {
    value: 'pt|en|es|zh-cn|zh-tw',
    description: 'Language if neither the viewer nor the page has chosen one.'
  },
  currency: { value: '<code>', description: 'Must be the server’s `CURRENCY`.' },
  window: {
    value: '<days>',
    description: 'Days after a visit in which payments are credited to the campaign and `free` applies; 7 by default.'
  },
  status: { value: 'active|closed', description: 'A closed campaign still counts visits; its settings do not apply.' },
  rewards: { value: 'on|off', description: 'Whether its viewers can share and check in for rewards.' },
  checkin: { value: 'on|off', description: 'Whether its viewers can check in every day for bonus, on by default.' },
  share_scope: {
    value: 'all|channel',
    description:
      'Whether the limits of shares (three a day, one an hour) hold for WhatsApp and Facebook together, the default, or for each.'
  },
  ancestors: {
    value: '<origins>|none',
    description:
      'Pages that may frame its embeds, such as `https://*.notion.site https://shop.example`; every page without it.'
  },
  budget: { value: '<bonus>', description: 'Its own `REWARD_BUDGET` per day.' },
  accent: { value: '#rrggbb', description: '`--drama-accent`.' },
  accent_strong: { value: '#rrggbb', description: '`--drama-accent-strong`; contrast of at least 4.5 with white.' },
  accent_end: { value: '#rrggbb', description: '`--drama-accent-end`; contrast of at least 4.5 with white.' },
  surface: { value: '#rrggbb', description: '`--drama-surface`; contrast of at least 7 with white.' },
  raised: { value: '#rrggbb', description: '`--drama-raised`; contrast of at least 7 with white.' },
  radius: { value: '<px>', description: '`--drama-radius`.' },
  font: { value: '<families>', description: '`--drama-font`.' },
  title_font: { value: '<families>', description: '`--drama-title-font`.' },
  meta_id: { value: '<pixel>', description: 'Meta pixel id, published to the page; the app itself loads no pixel.' },
  tiktok_id: { value: '<pixel>', description: 'TikTok pixel id, published to the page.' },
  meta_token: {
    value: '<token>',
    description: 'Sends conversions to Meta’s Conversions API, with `meta_id`; never shown again.'
  },
  meta_test_code: { value: '<code>', description: 'Sends tests to Meta too, under this test code.' },
  tiktok_token: {
    value: '<token>',
    description: 'Sends conversions to TikTok’s Events API, with `tiktok_id`; never shown again.'
  },
  tiktok_test_code: { value: '<code>', description: 'Sends tests to TikTok too, under this test code.' }
}

const settingNames = Object.keys(campaignSettings)
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
  ancestors: { name: 'embed_ancestors' },
  budget: { name: 'reward_budget', isNumber: true },
  meta_token: { name: 'meta_token' },
  meta_test_code: { name: 'meta_test_code' },
  tiktok_token: { name: 'tiktok_token' },
  tiktok_test_code: { name: 'tiktok_test_code' }
}

/** Returns the fields of `campaign_save`. */
export function parseCampaignSettings(words: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const setInGroup = (group: string, key: string, value: string) => {
    values[group] = { ...Object(values[group]), [key]: value === '' ? null : value }
  }
  for (const word of words) {
    const [, key, value = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? []
    if (key === undefined) throw createUsageError('invalid_setting', `“${word}” is no setting=value`)
    const field = plainKeys[key]
    if (themeKeys.has(key)) setInGroup('theme', key, value)
    else if (pixelKeys.has(key)) setInGroup('pixel_hint', key, value)
    else if (key === 'rewards') values.rewards_enabled = parseSwitch(word, value)
    else if (key === 'checkin') values.checkin_enabled = parseSwitch(word, value)
    else if (key === 'start') Object.assign(values, parseStart(value))
    else if (field === undefined)
      throw createUsageError('unknown_setting', `a campaign has no setting “${key}”; it has ${settingNames.join(', ')}`)
    else if (field.isRequired && value === '')
      throw createUsageError('invalid_setting', `“${key}” cannot be taken away`)
    else values[field.name] = value === '' ? null : field.isNumber ? parseNumber(value) : value
  }
  return values
}

function parseSwitch(word: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw createUsageError('invalid_setting', `“${word}”: on or off`)
  return value === 'on'
}

function parseStart(value: string): Record<string, unknown> {
  const [drama, no] = value.split(':')
  if (!drama) return { start_drama_id: null }
  return { start_drama_id: drama, ...(no === undefined ? {} : { start_episode_no: parseNumber(no) }) }
}
