import { readWhole } from '../i18n/typed-numbers.js'

/** As the server has them in campaign-request.ts. */
export const numberRanges = {
  start_episode_no: [1, 100_000],
  free_episodes_override: [0, 100_000],
  attribution_window_days: [1, 90],
  daily_limit: [1, 1_000_000],
  reward_budget: [0, 1_000_000_000]
} as const
export type NumberFieldName = keyof typeof numberRanges
export const numberFields = Object.keys(numberRanges) as NumberFieldName[]

/** What a text has to be. */
type FieldFormat = 'colour' | 'radius' | 'font' | 'embed' | 'meta_id' | 'tiktok_id' | 'token' | 'test_code'

const ORIGIN = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/
const MAX_EMBED_LENGTH = 2000

const isFormat: Readonly<Record<FieldFormat, (value: string) => boolean>> = {
  colour: value => /^#[0-9a-f]{6}$/i.test(value),
  radius: value => /^([0-9]|[1-3][0-9]|40)px$/.test(value),
  font: value => /^[\p{L}\p{N} ,'"-]{1,200}$/u.test(value),
  embed: value =>
    value.length <= MAX_EMBED_LENGTH && (value === 'none' || value.split(' ').every(origin => ORIGIN.test(origin))),
  meta_id: value => /^\d{5,20}$/.test(value),
  tiktok_id: value => /^[A-Z0-9]{10,40}$/.test(value),
  token: value => /^[\x21-\x7e]{16,512}$/.test(value),
  test_code: value => /^[A-Za-z0-9_-]{1,64}$/.test(value)
}

const formats: Readonly<Record<string, FieldFormat>> = {
  embed_ancestors: 'embed',
  'theme.accent': 'colour',
  'theme.accent_strong': 'colour',
  'theme.accent_end': 'colour',
  'theme.surface': 'colour',
  'theme.raised': 'colour',
  'theme.radius': 'radius',
  'theme.font': 'font',
  'theme.title_font': 'font',
  'pixel_hint.meta_id': 'meta_id',
  'pixel_hint.tiktok_id': 'tiktok_id',
  'tokens.meta_token': 'token',
  'tokens.tiktok_token': 'token',
  'tokens.meta_test_code': 'test_code',
  'tokens.tiktok_test_code': 'test_code'
}

/** What the text of the field, such as `theme.accent`, has to be; null if it is so, or empty, or any text will do. */
export function findWrongFormat(field: string, typed: string): FieldFormat | null {
  const format = formats[field]
  const value = typed.trim()
  return format === undefined || value === '' || isFormat[format](value) ? null : format
}

/** The number as digits, empty for none; null for anything that the field does not take. */
export function readNumberField(name: NumberFieldName, typed: string, tag: string): string | null {
  const [min, max] = numberRanges[name]
  if (typed.trim() === '') return name === 'attribution_window_days' ? null : ''
  const value = readWhole(typed, min, max, tag)
  return value === null ? null : `${value}`
}
