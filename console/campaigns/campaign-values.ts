import type { ActionRequest, ActionResponse } from '../api/action-types.js'
import { campaignDefaults } from './campaign-defaults.js'

export type EditedCampaign = ActionResponse<'/operator/campaign_show'>['campaign']
export type CampaignChange = ActionRequest<'/operator/campaign_save'>

export const themeNames = [
  'accent',
  'accent_strong',
  'accent_end',
  'surface',
  'raised',
  'radius',
  'font',
  'title_font'
] as const
export const pixelNames = ['meta_id', 'tiktok_id'] as const
export const tokenNames = ['meta_token', 'meta_test_code', 'tiktok_token', 'tiktok_test_code'] as const

/** Every field as text, empty where the campaign has none. */
export interface CampaignValues {
  lpid: string
  name: string
  status: 'active' | 'closed'
  start_drama_id: string
  start_episode_no: string
  free_episodes_override: string
  attribution_window_days: string
  daily_limit: string
  offer_id: string
  timezone: string
  default_lang: string
  rewards_enabled: boolean
  checkin_enabled: boolean
  share_scope: EditedCampaign['share_scope']
  reward_budget: string
  embed_ancestors: string
  theme: Record<(typeof themeNames)[number], string>
  pixel_hint: Record<(typeof pixelNames)[number], string>
  /** A token is never shown, so that only a new one is in here. */
  tokens: Record<(typeof tokenNames)[number], string>
}

const toText = (value: string | number | null | undefined) => (value === null || value === undefined ? '' : `${value}`)

const pick = <Name extends string>(names: readonly Name[], from: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(names.map(name => [name, from[name] ?? ''])) as Record<Name, string>

export const toValues = (campaign: EditedCampaign | null): CampaignValues => ({
  lpid: campaign?.lpid ?? '',
  name: campaign?.name ?? '',
  status: campaign?.status ?? 'active',
  start_drama_id: toText(campaign?.start_drama_id),
  start_episode_no: toText(campaign?.start_episode_no),
  free_episodes_override: toText(campaign?.free_episodes_override),
  attribution_window_days: toText((campaign ?? campaignDefaults).attribution_window_days),
  daily_limit: toText(campaign?.daily_limit),
  offer_id: toText(campaign?.offer_id),
  timezone: toText(campaign?.timezone),
  default_lang: toText(campaign?.default_lang),
  rewards_enabled: (campaign ?? campaignDefaults).rewards_enabled,
  checkin_enabled: (campaign ?? campaignDefaults).checkin_enabled,
  share_scope: (campaign ?? campaignDefaults).share_scope,
  reward_budget: toText(campaign?.reward_budget),
  embed_ancestors: toText(campaign?.embed_ancestors),
  theme: pick(themeNames, campaign?.theme ?? {}),
  pixel_hint: pick(pixelNames, campaign?.pixel_hint ?? {}),
  tokens: {
    meta_token: '',
    meta_test_code: toText(campaign?.conversions.meta?.test_code),
    tiktok_token: '',
    tiktok_test_code: toText(campaign?.conversions.tiktok?.test_code)
  }
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

/** A new campaign gets what its form showed, whatever the server would choose. */
const namesOfNew = Object.keys(campaignDefaults) as (keyof typeof campaignDefaults)[]

interface EditedValues {
  values: CampaignValues
  before: CampaignValues
  isNew: boolean
}

/** Only what differs from `before`, so that two editors of different fields do not undo each other. */
export function toChange({ values, before, isNew }: EditedValues): Omit<CampaignChange, 'lpid' | 'mode'> {
  const whole = {
    name: values.name.trim(),
    status: values.status,
    start_drama_id: orNull(values.start_drama_id),
    start_episode_no: toNumber(values.start_episode_no),
    free_episodes_override: toNumber(values.free_episodes_override),
    attribution_window_days: Number(values.attribution_window_days),
    daily_limit: toNumber(values.daily_limit),
    offer_id: orNull(values.offer_id),
    timezone: orNull(values.timezone),
    default_lang: orNull(values.default_lang) as CampaignChange['default_lang'],
    rewards_enabled: values.rewards_enabled,
    checkin_enabled: values.checkin_enabled,
    share_scope: values.share_scope,
    reward_budget: toNumber(values.reward_budget),
    embed_ancestors: orNull(values.embed_ancestors)
  }
  const isSent = (name: keyof typeof whole) =>
    values[name] !== before[name] || (isNew && namesOfNew.some(one => one === name))
  const changed = (Object.keys(whole) as (keyof typeof whole)[]).filter(isSent)
  const entriesOf = <Name extends string>(now: Record<Name, string>, old: Record<Name, string>) =>
    (Object.keys(now) as Name[]).filter(name => now[name] !== old[name]).map(name => [name, orNull(now[name])] as const)
  const theme = entriesOf(values.theme, before.theme)
  const pixels = entriesOf(values.pixel_hint, before.pixel_hint)
  return {
    ...Object.fromEntries(changed.map(name => [name, whole[name]])),
    ...Object.fromEntries(entriesOf(values.tokens, before.tokens)),
    ...(theme.length > 0 && { theme: Object.fromEntries(theme) }),
    ...(pixels.length > 0 && { pixel_hint: Object.fromEntries(pixels) })
  }
}

type FieldName = Exclude<keyof CampaignValues, 'theme' | 'pixel_hint' | 'tokens'>
export type ChangedName = FieldName | (typeof pixelNames)[number] | `theme_${(typeof themeNames)[number]}`

/** Tokens are not among them, because they cannot be read. */
export function listChanges(before: CampaignValues, latest: CampaignValues): ChangedName[] {
  const { theme, pixel_hint, tokens, ...fields } = latest
  return [
    ...(Object.keys(fields) as FieldName[]).filter(name => fields[name] !== before[name]),
    ...themeNames.filter(name => theme[name] !== before.theme[name]).map(name => `theme_${name}` as const),
    ...pixelNames.filter(name => pixel_hint[name] !== before.pixel_hint[name])
  ]
}

/** The campaign as another editor has left it, with what this one has typed. */
export function mergeValues(typed: CampaignValues, before: CampaignValues, latest: CampaignValues): CampaignValues {
  const merge = <Value extends object>(now: Value, old: Value, fresh: Value): Value =>
    Object.fromEntries(
      (Object.keys(now) as (keyof Value)[]).map(name => [name, now[name] === old[name] ? fresh[name] : now[name]])
    ) as Value
  return {
    ...merge(typed, before, latest),
    theme: merge(typed.theme, before.theme, latest.theme),
    pixel_hint: merge(typed.pixel_hint, before.pixel_hint, latest.pixel_hint),
    tokens: merge(typed.tokens, before.tokens, latest.tokens)
  }
}
