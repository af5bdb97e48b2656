import { z } from 'zod'
import { listOf } from '../../../contract/protocol/list.js'
import { lpid } from '../../../contract/visitor.js'
import { experimentGoals } from '../../db/schema/experiment-tables.js'
import { transaction } from '../../db/transaction.js'
import { createFieldError } from '../../http/business-error.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../lib/cursor.js'
import { definePartnerAction, type PartnerContext } from '../partner/partner-action.js'
import { formatCsvTable } from '../report/csv.js'
import { experimentId, saveExperimentRequest } from './experiment-request.js'
import {
  endExperiment,
  readDrafts,
  readExperimentState,
  requireExperiment,
  startExperiment,
  writeExperiment
} from './experiment-writes.js'
import { readResults } from './results.js'

const status = z.enum(['draft', 'running', 'ended'])

/** `chosen_variant` is the one whose settings the campaign has got. */
const experiment = z.object({
  id: z.string(),
  lpid: z.string(),
  campaign_name: z.string(),
  name: z.string(),
  goal: z.enum(experimentGoals),
  status,
  created_at: z.date(),
  created_by: z.string(),
  changed_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  chosen_variant: z.number().int().nullable()
})

const listRequest = z.object({
  lpid: lpid.optional(),
  status: status.optional(),
  format: z.enum(['json', 'csv']).default('json'),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(200).default(50)
})
const listResponse = listOf(experiment)

export const listExperimentsAction = definePartnerAction({
  method: 'GET',
  path: '/partner/experiment_list',
  description: 'Lists the experiments of the partner’s campaigns, the newest first.',
  request: listRequest,
  response: listResponse,
  run: async ({ db, partner }, { lpid: ofCampaign, status: wanted, cursor, page_size: size }) => {
    const after = parseCursor('experiments', ['instant', 'text'], cursor)
    const rows = await db
      .selectFrom('experiments')
      .innerJoin('campaigns', 'campaigns.lpid', 'experiments.lpid')
      .selectAll('experiments')
      .select('campaigns.name as campaign_name')
      .where('campaigns.partner_id', '=', partner.id)
      .$if(ofCampaign !== undefined, query => query.where('experiments.lpid', '=', ofCampaign ?? ''))
      .$if(wanted !== undefined, query => query.where('experiments.status', '=', wanted ?? 'running'))
      .$if(after !== null, query => query.where(isBeforeKey(['experiments.created_at', 'experiments.id'], after ?? [])))
      .orderBy('experiments.created_at', 'desc')
      .orderBy('experiments.id', 'desc')
      .limit(size + 1)
      .execute()
    return cutToPage(rows, size, last => formatCursor('experiments', [last.created_at, last.id]))
  },
  toCsv: ({ list }) => ({ name: 'experiments', text: formatCsvTable(Object.keys(experiment.shape), list) })
})

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() })

/** Persons count once: `starters` have started an episode, `buyers` have paid. Amounts in minor units. */
const variant = z.object({
  no: z.number().int(),
  name: z.string(),
  share: z.number().int(),
  start_drama_id: z.string().nullable(),
  start_episode_no: z.number().int().nullable(),
  free_episodes_override: z.number().int().nullable(),
  offer_id: z.string().nullable(),
  theme: z.record(z.string(), z.string()),
  /** Shows the variant to whoever opens it and counts nothing. Null after the end. */
  preview_url: z.string().nullable(),
  visitors: z.number().int(),
  starters: z.number().int(),
  starts: z.number().int(),
  paywall_visitors: z.number().int(),
  paywalls: z.number().int(),
  checkout_visitors: z.number().int(),
  checkouts: z.number().int(),
  buyers: z.number().int(),
  purchases: z.number().int(),
  money: z.array(
    z.object({ currency: z.string(), revenue: z.number(), refunds: z.number().int(), refunded: z.number() })
  ),
  goal: interval.extend({ of: z.number().int() }),
  comparison: z
    .object({
      verdict: z.enum(['too_few', 'none', 'better', 'worse']),
      difference: interval.nullable(),
      more_visitors: z.number().nullable()
    })
    .nullable()
})

const showRequest = z.object({ id: experimentId, format: z.enum(['json', 'csv']).default('json') })
const showResponse = experiment.extend({
  version: z.string(),
  currency: z.string(),
  sample_ratio_p: z.number(),
  variants: z.array(variant)
})

export const showExperimentAction = definePartnerAction({
  method: 'GET',
  path: '/partner/experiment_show',
  description:
    'Returns an experiment with the numbers of its variants: 95 % intervals, and the difference to the first variant with an interval that holds however often it is read. `sample_ratio_p` below 0.001 means that the visitors are not distributed by the shares.',
  request: showRequest,
  response: showResponse,
  run: async (context, { id }) => showExperiment(context, id),
  toCsv: ({ id, currency, variants }) => ({ name: `experiment_${id}`, text: formatVariants(variants, currency) })
})

const DAY_MS = 86_400_000
const PREVIEW_DAYS = 7

async function showExperiment(context: PartnerContext, id: string) {
  const { db, config, partner, previewSigner, origin, now } = context
  const { variants, ...found } = await requireExperiment(db, partner.id, id)
  const { name: campaign_name, currency: own } = await db
    .selectFrom('campaigns')
    .select(['name', 'currency'])
    .where('lpid', '=', found.lpid)
    .executeTakeFirstOrThrow()
  const currency = own ?? config.currency
  const { variants: results, sample_ratio_p } = await readResults(db, found, variants, currency)
  // At the end of a day, so that the address stays the same for a day.
  const expiresAt = (Math.floor(now.getTime() / DAY_MS) + PREVIEW_DAYS) * DAY_MS
  return {
    ...found,
    campaign_name,
    currency,
    sample_ratio_p,
    variants: variants.flatMap(({ experiment_id: _, ...settings }, index) => {
      const { no, start_drama_id, start_episode_no } = settings
      const result = results[index]
      if (result === undefined) return []
      const url = new URL(config.publicUrl ?? origin)
      url.searchParams.set('lpid', found.lpid)
      // A viewer who has been here before does not come to the start otherwise.
      if (start_drama_id !== null) {
        url.searchParams.set('drama', start_drama_id)
        url.searchParams.set('ep', `${start_episode_no ?? 1}`)
      }
      url.searchParams.set('lps', previewSigner.sign(found.lpid, { experimentId: id, variantNo: no, expiresAt }))
      return [{ ...settings, ...result, preview_url: found.status === 'ended' ? null : url.href }]
    })
  }
}

const countNames = [
  'no',
  'name',
  'share',
  'visitors',
  'starters',
  'starts',
  'paywall_visitors',
  'paywalls',
  'checkout_visitors',
  'checkouts',
  'buyers',
  'purchases'
] as const

function formatVariants(variants: readonly z.output<typeof variant>[], currency: string): string {
  const currencies = [...new Set([currency, ...variants.flatMap(({ money }) => money.map(entry => entry.currency))])]
  const rows = variants.map(one => {
    const money = currencies.flatMap(name => {
      const entry = one.money.find(candidate => candidate.currency === name)
      return [
        [`revenue_${name}`, entry?.revenue ?? 0],
        [`refunds_${name}`, entry?.refunds ?? 0],
        [`refunded_${name}`, entry?.refunded ?? 0]
      ] as const
    })
    const { goal, comparison } = one
    return {
      ...Object.fromEntries(countNames.map(name => [name, one[name]])),
      ...Object.fromEntries(money),
      goal: goal.value,
      goal_low: goal.low,
      goal_high: goal.high,
      difference: comparison?.difference?.value ?? '',
      difference_low: comparison?.difference?.low ?? '',
      difference_high: comparison?.difference?.high ?? '',
      verdict: comparison?.verdict ?? ''
    }
  })
  return formatCsvTable(Object.keys(rows[0] ?? {}), rows)
}

const savedResponse = z.object({ id: z.string(), version: z.string() })

export const saveExperimentAction = definePartnerAction({
  method: 'POST',
  path: '/partner/experiment_save',
  description:
    'Adds an experiment as a draft, or changes a draft: two to four variants of a campaign, the shares of which are 100 together.',
  request: saveExperimentRequest,
  response: savedResponse,
  readState: (context, { id, lpid }) =>
    id === undefined ? readDrafts(context, lpid) : readExperimentState(context, id),
  run: (context, change) =>
    transaction(context.db, async trx => {
      const id = await writeExperiment(trx, context, change)
      const { version } = await requireExperiment(trx, context.partner.id, id)
      return { id, version }
    })
})

const idRequest = z.object({ id: experimentId })
const statusResponse = z.object({ id: z.string(), status })

export const startExperimentAction = definePartnerAction({
  method: 'POST',
  path: '/partner/experiment_start',
  description:
    'Starts a draft: visitors of the campaign are assigned to its variants, which cannot be changed any more. Two variants must not show the same. A campaign has at most one running experiment.',
  request: idRequest,
  response: statusResponse,
  readState: (context, { id }) => readExperimentState(context, id),
  run: (context, { id }) =>
    transaction(context.db, async trx => {
      await startExperiment(trx, context, id)
      return { id, status: 'running' as const }
    })
})

/** `use_variant`: the campaign gets what this variant has. */
const endRequest = z.object({ id: experimentId, use_variant: z.number().int().min(1).max(4).nullable().default(null) })

export const endExperimentAction = definePartnerAction({
  method: 'POST',
  path: '/partner/experiment_end',
  description:
    'Ends a running experiment: all visitors see the campaign again. With `use_variant` the campaign gets what that variant has, which is possible after the end, too.',
  request: endRequest,
  response: statusResponse,
  readState: (context, { id }) => readExperimentState(context, id),
  run: (context, { id, use_variant }) =>
    transaction(context.db, async trx => {
      await endExperiment(trx, context, { id, chosenNo: use_variant })
      return { id, status: 'ended' as const }
    })
})

const deletedResponse = z.object({ id: z.string(), deleted: z.literal(true) })

export const deleteExperimentAction = definePartnerAction({
  method: 'POST',
  path: '/partner/experiment_delete',
  description: 'Deletes a draft.',
  request: idRequest,
  response: deletedResponse,
  readState: (context, { id }) => readExperimentState(context, id),
  run: ({ db, partner }, { id }) =>
    transaction(db, async trx => {
      const found = await requireExperiment(trx, partner.id, id, { isLocked: true })
      if (found.status !== 'draft') throw createFieldError('id', 'already_started')
      await trx.deleteFrom('experiments').where('id', '=', id).execute()
      return { id, deleted: true as const }
    })
})
