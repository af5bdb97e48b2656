import { sql } from 'kysely'
import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { OFFLINE_GRACE_MS } from '../../guarantee/offline-dramas.js'
import { defineOperatorAction } from '../operator-action.js'
import { dramaReaders } from './drama-readers.js'

const count = z.number().int()
const oneDrama = z.object({ id: dramaId })

const MAX_LISTED_CAMPAIGNS = 100

export const offlineEffectsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_offline_effects',
  roles: dramaReaders,
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

export const unlockCountsAction = defineOperatorAction({
  method: 'GET',
  path: '/operator/drama_unlocks',
  roles: dramaReaders,
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
