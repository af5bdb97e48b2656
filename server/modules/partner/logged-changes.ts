// What partners may see of an entry of the audit log: which setting had which value before and after.
import { z } from 'zod'

export const changedSettings = [
  'status',
  'free_episodes',
  'start_drama',
  'start_episode',
  'offer',
  'theme',
  'timezone',
  'attribution_window_days',
  'experiment',
  'postback',
  'api_key',
  'signing_key'
] as const
export type ChangedSetting = (typeof changedSettings)[number]

/** Values as text, null without one. Of a theme only that it changed. */
export interface LoggedChange {
  setting: ChangedSetting
  before: string | null
  after: string | null
  /** Address of a postback without its query, or the name of an experiment. */
  detail: string | null
}

export interface EntryChanges {
  /** Null if it is for all campaigns of the partner. */
  lpid: string | null
  changes: LoggedChange[]
}

export interface LoggedStates {
  action: string
  subject: string
  state_before: string | null
  state_after: string | null
}

const CAMPAIGN_ACTIONS: readonly string[] = ['campaign_save', 'campaign_close']
const POSTBACK_ACTIONS: readonly string[] = ['campaign_postback_add', 'campaign_postback_remove']
const EXPERIMENT_ACTIONS: readonly string[] = [
  'experiment_start',
  'experiment_end',
  'partner/experiment_start',
  'partner/experiment_end'
]
const KEY_ACTIONS: readonly string[] = [
  'partner_key',
  'partner_secret',
  'partner_revoke',
  'partner/key_create',
  'partner/key_revoke'
]
export const changingActions = [...CAMPAIGN_ACTIONS, ...POSTBACK_ACTIONS, ...EXPERIMENT_ACTIONS, ...KEY_ACTIONS]

/** Fields that are not named here are not for partners. */
const campaignState = z.object({
  status: z.string().optional(),
  free_episodes_override: z.number().nullable(),
  start_drama_id: z.string().nullable(),
  start_episode_no: z.number().nullable(),
  offer_id: z.string().nullish(),
  timezone: z.string().nullish(),
  attribution_window_days: z.number().optional(),
  theme: z.record(z.string(), z.string())
})
type CampaignState = z.output<typeof campaignState>

const postbackState = z.record(z.string(), z.object({ event: z.string(), url: z.string() }))
const experimentState = z.object({
  lpid: z.string(),
  name: z.string(),
  status: z.string(),
  campaign: campaignState.nullable()
})
const accessState = z.object({ api_keys: z.array(z.string()), signing_keys: z.array(z.string()) })

/** Null for what is not of the partner: a campaign can have the id of another partner as its own. */
export function listLoggedChanges(
  { action, subject, ...states }: LoggedStates,
  { partnerId, lpids }: { partnerId: string; lpids: ReadonlySet<string> }
): EntryChanges | null {
  if (CAMPAIGN_ACTIONS.includes(action) || POSTBACK_ACTIONS.includes(action)) {
    if (!lpids.has(subject)) return null
    const isPostback = POSTBACK_ACTIONS.includes(action)
    return { lpid: subject, changes: isPostback ? comparePostbacks(states) : compareCampaigns(states) }
  }
  if (KEY_ACTIONS.includes(action)) return subject === partnerId ? { lpid: null, changes: compareKeys(states) } : null
  const [before, after] = readStates(experimentState, states)
  if (before === null || after === null || !lpids.has(after.lpid)) return null
  const experiment: LoggedChange[] =
    before.status === after.status
      ? []
      : [{ setting: 'experiment', before: before.status, after: after.status, detail: after.name }]
  return { lpid: after.lpid, changes: [...experiment, ...compareSettings(before.campaign, after.campaign)] }
}

type States = Pick<LoggedStates, 'state_before' | 'state_after'>

function readStates<State>(
  schema: z.ZodType<State>,
  { state_before, state_after }: States
): [State | null, State | null] {
  const read = (text: string | null) => {
    const { success, data } = schema.safeParse(text === null ? null : JSON.parse(text))
    return success ? data : null
  }
  return [read(state_before), read(state_after)]
}

const compareCampaigns = (states: States) => compareSettings(...readStates(campaignState, states))

/** Nothing for a new campaign. */
function compareSettings(before: CampaignState | null, after: CampaignState | null): LoggedChange[] {
  if (before === null || after === null) return []
  const toTexts = (state: CampaignState): Record<string, unknown> => ({
    status: state.status,
    free_episodes: state.free_episodes_override,
    start_drama: state.start_drama_id,
    start_episode: state.start_episode_no,
    offer: state.offer_id,
    theme: JSON.stringify(Object.entries(state.theme).sort(([one], [other]) => (one < other ? -1 : 1))),
    timezone: state.timezone,
    attribution_window_days: state.attribution_window_days
  })
  const [old, now] = [toTexts(before), toTexts(after)]
  return changedSettings.flatMap((setting): LoggedChange[] => {
    if (old[setting] === now[setting]) return []
    const isTold = setting !== 'theme'
    return [
      {
        setting,
        before: isTold ? toText(old[setting]) : null,
        after: isTold ? toText(now[setting]) : null,
        detail: null
      }
    ]
  })
}

const toText = (value: unknown): string | null => (value === null || value === undefined ? null : `${value}`)

function comparePostbacks(states: States): LoggedChange[] {
  const [before, after] = readStates(postbackState, states)
  if (before === null || after === null) return []
  const removed = Object.entries(before).filter(([id]) => !Object.hasOwn(after, id))
  const added = Object.entries(after).filter(([id]) => !Object.hasOwn(before, id))
  return [
    ...removed.map(([, { event, url }]) => ({ setting: 'postback' as const, before: event, after: null, detail: url })),
    ...added.map(([, { event, url }]) => ({ setting: 'postback' as const, before: null, after: event, detail: url }))
  ]
}

function compareKeys(states: States): LoggedChange[] {
  const [before, after] = readStates(accessState, states)
  if (before === null || after === null) return []
  const kinds = [
    { setting: 'api_key', field: 'api_keys' },
    { setting: 'signing_key', field: 'signing_keys' }
  ] as const
  return kinds.flatMap(({ setting, field }) => {
    const ended = before[field].filter(id => !after[field].includes(id))
    const created = after[field].filter(id => !before[field].includes(id))
    return [
      ...ended.map(id => ({ setting, before: id, after: null, detail: null })),
      ...created.map(id => ({ setting, before: null, after: id, detail: null }))
    ]
  })
}
