import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { episodeNo } from '../../../../contract/episode.js'
import { langs } from '../../../../contract/protocol/language.js'
import { shareScope } from '../../../../contract/reward.js'
import { productId } from '../../../../contract/store.js'
import { lpid } from '../../../../contract/visitor.js'
import { isTimeZone } from '../../../lib/time-zone.js'
import { campaignTheme } from '../../campaign/theme.js'
import { ancestorsSchema } from '../../embed/ancestors.js'

const networkToken = z
  .string()
  .regex(/^[\x21-\x7e]{16,512}$/)
  .nullable()
  .optional()
const networkTestCode = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .nullable()
  .optional()

/** A missing field stays unchanged; null clears a field. */
export const saveRequest = z.strictObject({
  lpid,
  mode: z.enum(['create', 'set']),
  /** Of `campaign_show`. With it a campaign that was changed since is not changed. */
  version: z.string().max(64).optional(),
  name: z.string().trim().min(1).max(120).optional(),
  status: z.enum(['active', 'closed']).optional(),
  start_drama_id: dramaId.nullable().optional(),
  start_episode_no: episodeNo.nullable().optional(),
  free_episodes_override: z.number().int().min(0).max(100_000).nullable().optional(),
  daily_limit: z.number().int().min(1).max(1_000_000).nullable().optional(),
  offer_id: productId.nullable().optional(),
  timezone: z.string().max(64).refine(isTimeZone).nullable().optional(),
  default_lang: z.enum(langs).nullable().optional(),
  currency: z.string().max(8).nullable().optional(),
  theme: campaignTheme.optional(),
  attribution_window_days: z.number().int().min(1).max(90).optional(),
  pixel_hint: z
    .strictObject({
      meta_id: z
        .string()
        .regex(/^\d{5,20}$/)
        .nullable()
        .optional(),
      tiktok_id: z
        .string()
        .regex(/^[A-Z0-9]{10,40}$/)
        .nullable()
        .optional()
    })
    .optional(),
  meta_token: networkToken,
  meta_test_code: networkTestCode,
  tiktok_token: networkToken,
  tiktok_test_code: networkTestCode,
  rewards_enabled: z.boolean().optional(),
  checkin_enabled: z.boolean().optional(),
  share_scope: shareScope.optional(),
  embed_ancestors: ancestorsSchema.nullable().optional(),
  reward_budget: z.number().int().min(0).max(1_000_000_000).nullable().optional()
})

export type CampaignChange = z.output<typeof saveRequest>
