import { sql } from 'kysely'
import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { createParameterError } from '../../../http/business-error.js'
import { createPreviewToken } from '../../catalogue/edit/preview-token.js'
import { OFFLINE_GRACE_MS } from '../../guarantee/offline-dramas.js'
import { parsePeriod } from '../../report/period.js'
import { readRetention, retentionCounts } from '../../report/retention.js'
import { defineOperatorAction } from '../operator-action.js'

const readers = ['editor', 'support', 'analyst'] as const
const count = z.number().int()
const oneDrama = z.object({ id: dramaId })

const MAX_LISTED_CAMPAIGNS = 100

const offlineEffectsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_offline_effects',
  roles: readers,
  description:
    'Says what follows if a drama goes offline now: who unlocked an episode watches it until `watchable_until`, then the unlocks are refunded.',
  request: oneDrama,
  response: z.object({
    owners: count,
    unlocks: count,
    /** What is refunded if the drama is still offline then. */
    refund_coins: count,
    refund_bonus: count,
    watchable_until: z.date(),
    keepers: count,
    /** Active campaigns whose visitors begin with the drama, at most 100. */
    campaigns: z.array(z.object({ lpid: z.string(), name: z.string() })),
    campaign_count: count,
    /** Viewers whom a promo link frees an episode at this moment. */
    promo_viewers: count
  }),
  subject: null,
  run: async ({ db, now }, { id }) => {
    // By episode, because the index on unlocks has episodes.
    const { rows: unlocks } = await sql<{ owners: number; unlocks: number; coins: string; bonus: string }>`
      select count(distinct unlocks.user_id)::integer as owners, count(*)::integer as unlocks,
        coalesce(sum(coins_paid), 0) as coins, coalesce(sum(bonus_paid), 0) as bonus
      from unlocks join users on users.id = unlocks.user_id
      where episode_id in (select episodes.id from episodes where drama_id = ${id})
        and refunded_at is null and users.merged_into is null`.execute(db)
    const { rows: others } = await sql<{ keepers: string; promos: number }>`
      select (select favorite_count from dramas where id = ${id}) as keepers,
        (select count(distinct user_id)::integer from promo_grants where drama_id = ${id} and until > ${now}) as promos
      `.execute(db)
    const campaigns = await db
      .selectFrom('campaigns')
      .select(['lpid', 'name'])
      .select(sql<number>`count(*) over ()::integer`.as('total'))
      .where('start_drama_id', '=', id)
      .where('status', '=', 'active')
      .orderBy('lpid')
      .limit(MAX_LISTED_CAMPAIGNS)
      .execute()
    return {
      owners: unlocks[0]?.owners ?? 0,
      unlocks: unlocks[0]?.unlocks ?? 0,
      refund_coins: Number(unlocks[0]?.coins ?? 0),
      refund_bonus: Number(unlocks[0]?.bonus ?? 0),
      watchable_until: new Date(now.getTime() + OFFLINE_GRACE_MS),
      keepers: Number(others[0]?.keepers ?? 0),
      campaigns: campaigns.map(({ lpid, name }) => ({ lpid, name })),
      campaign_count: campaigns[0]?.total ?? 0,
      promo_viewers: others[0]?.promos ?? 0
    }
  }
})

const unlockCountsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_unlocks',
  roles: readers,
  description: 'Counts the viewers who have unlocked each number of a drama. Numbers that nobody has are missing.',
  request: oneDrama,
  response: z.object({ list: z.array(z.object({ no: count, viewers: count })) }),
  subject: null,
  run: async ({ db }, { id }) => {
    const { rows } = await sql<{ no: number; viewers: number }>`
      select episodes.no, count(*)::integer as viewers
      from episodes join unlocks on unlocks.episode_id = episodes.id and unlocks.refunded_at is null
      join users on users.id = unlocks.user_id and users.merged_into is null
      where episodes.drama_id = ${id} group by episodes.no order by episodes.no`.execute(db)
    return { list: rows }
  }
})

const audienceAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_retention',
  roles: readers,
  description:
    'Returns how far viewers watch each episode of a drama, over all campaigns and viewers without one. Episodes that nobody started are missing.',
  request: z.object({ id: dramaId, from: z.string().max(13).optional(), to: z.string().max(13).optional() }),
  response: z.object({
    from: z.string(),
    to: z.string(),
    timezone: z.string(),
    list: z.array(retentionCounts.extend({ episode_no: count }))
  }),
  subject: null,
  run: async ({ db, config, now }, { id, from, to }) => {
    const period = parsePeriod({ from, to }, config.timezone, now)
    if ('reason' in period) throw createParameterError(period.fields[0] ?? 'from')
    const campaigns = await db.selectFrom('campaigns').select('lpid').execute()
    const lpids = [...campaigns.map(({ lpid }) => lpid), NO_CAMPAIGN]
    const list = await readRetention(db, id, { lpids, start: period.start, end: period.end })
    return { from: period.from, to: period.to, timezone: config.timezone, list }
  }
})

/** The campaign of viewers without one, in reports. */
const NO_CAMPAIGN = '(none)'

const listLabelsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/label_list',
  roles: readers,
  description: 'Lists the labels that dramas have, the most used first.',
  request: z.object({ page_size: z.coerce.number().int().min(1).max(500).default(200) }),
  response: z.object({
    list: z.array(z.object({ id: z.string(), title: z.record(z.string(), z.string()), drama_count: count }))
  }),
  subject: null,
  run: async ({ db }, { page_size: size }) => ({
    list: await db
      .selectFrom('labels')
      .selectAll()
      .where('drama_count', '>', 0)
      .orderBy('drama_count', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .execute()
  })
})

const previewAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_preview',
  roles: readers,
  description:
    'Signs the address under which the app shows one drama for an hour, whatever its state, and counts nothing.',
  request: oneDrama,
  response: z.object({ api_base: z.string(), expires_at: z.date() }),
  subject: null,
  run: async ({ config, now, origin }, { id }) => {
    const { token, expiresAt } = createPreviewToken(config.mediaSecrets, id, now)
    return { api_base: `${origin}/console/preview/${token}`, expires_at: expiresAt }
  }
})

export const dramaEffectActions = [
  offlineEffectsAction,
  unlockCountsAction,
  audienceAction,
  listLabelsAction,
  previewAction
] as const
