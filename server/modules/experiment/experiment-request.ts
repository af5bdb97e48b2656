import { z } from 'zod'
import { dramaId } from '../../../contract/drama.js'
import { episodeNo } from '../../../contract/episode.js'
import { productId } from '../../../contract/store.js'
import { lpid } from '../../../contract/visitor.js'
import { experimentGoals } from '../../db/schema/experiment-tables.js'
import { campaignTheme } from '../campaign/theme.js'

export const experimentId = z.string().regex(/^x_[0-9a-f]{16}$/)

/** A field that is null or missing is what the campaign has, and so is a missing colour. */
const variantRequest = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** In percent of the visitors. */
  share: z.number().int().min(1).max(99),
  start_drama_id: dramaId.nullable().default(null),
  start_episode_no: episodeNo.nullable().default(null),
  free_episodes_override: z.number().int().min(0).max(100_000).nullable().default(null),
  offer_id: productId.nullable().default(null),
  theme: campaignTheme.default({})
})

export const saveExperimentRequest = z.strictObject({
  /** Without it a draft is added. */
  id: experimentId.optional(),
  /** Of `experiment_show`. With it an experiment that was changed since is not changed. */
  version: z.string().max(64).optional(),
  lpid,
  name: z.string().trim().min(1).max(120),
  goal: z.enum(experimentGoals),
  /** The others are compared with the first. */
  variants: z.array(variantRequest).min(2).max(4)
})

export type ExperimentChange = z.output<typeof saveExperimentRequest>
