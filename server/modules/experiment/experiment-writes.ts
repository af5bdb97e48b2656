import type { Kysely, Transaction } from 'kysely'
import type { Experiment, ExperimentVariant } from '../../db/schema/experiment-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { createFieldError } from '../../http/business-error.js'
import { sha256Hex } from '../../lib/sha256.js'
import { checkOffer, checkStart } from '../campaign/campaign-checks.js'
import { readOwnCampaigns } from '../partner/own-campaigns.js'
import type { PartnerContext } from '../partner/partner-action.js'
import type { ExperimentChange } from './experiment-request.js'
import { findSameVariants } from './same-variants.js'

const MAX_EXPERIMENTS = 200

export interface WholeExperiment extends Experiment {
  variants: ExperimentVariant[]
  version: string
}

/** Throws the same error for another partner's experiment as for an unknown one. */
export async function requireExperiment(
  db: Kysely<Database>,
  partnerId: string,
  id: string,
  { isLocked = false } = {}
): Promise<WholeExperiment> {
  const experiment = await findExperiment(db, partnerId, id, { isLocked })
  if (experiment === null) throw createFieldError('id', 'unknown_experiment')
  return experiment
}

async function findExperiment(
  db: Kysely<Database>,
  partnerId: string,
  id: string,
  { isLocked = false } = {}
): Promise<WholeExperiment | null> {
  const experiment = await db
    .selectFrom('experiments')
    .selectAll('experiments')
    .where('id', '=', id)
    .where('lpid', 'in', ({ selectFrom }) =>
      selectFrom('campaigns').select('campaigns.lpid').where('partner_id', '=', partnerId)
    )
    .$if(isLocked, query => query.forUpdate())
    .executeTakeFirst()
  if (experiment === undefined) return null
  const variants = await db
    .selectFrom('experiment_variants')
    .selectAll()
    .where('experiment_id', '=', id)
    .orderBy('no')
    .execute()
  const version = sha256Hex(JSON.stringify([experiment, variants])).slice(0, 32)
  return { ...experiment, variants, version }
}

/** For the audit log, with what the campaign has, which the end of an experiment may change. */
export async function readExperimentState({ db, partner }: Pick<PartnerContext, 'db' | 'partner'>, id: string) {
  const experiment = await findExperiment(db, partner.id, id)
  if (experiment === null) return null
  const { version: _, ...state } = experiment
  const campaign = await db
    .selectFrom('campaigns')
    .select(['start_drama_id', 'start_episode_no', 'free_episodes_override', 'offer_id', 'theme'])
    .where('lpid', '=', experiment.lpid)
    .executeTakeFirst()
  return { ...state, campaign: campaign ?? null }
}

/** The drafts of a campaign under their ids, because a new one has no id before. */
export async function readDrafts({ db, partner }: Pick<PartnerContext, 'db' | 'partner'>, lpid: string) {
  const drafts = await db
    .selectFrom('experiments')
    .innerJoin('campaigns', 'campaigns.lpid', 'experiments.lpid')
    .select(['experiments.id'])
    .where('experiments.lpid', '=', lpid)
    .where('campaigns.partner_id', '=', partner.id)
    .where('experiments.status', '=', 'draft')
    .execute()
  return Object.fromEntries(
    await Promise.all(drafts.map(async ({ id }) => [id, await findExperiment(db, partner.id, id)] as const))
  )
}

export async function writeExperiment(
  trx: Transaction<Database>,
  context: PartnerContext,
  { id, version, lpid, name, goal, variants }: ExperimentChange
): Promise<string> {
  const { config, partner, random, now, member } = context
  await readOwnCampaigns({ db: trx, config, partner }, lpid)
  const total = variants.reduce((sum, { share }) => sum + share, 0)
  if (total !== 100) throw createFieldError('variants', 'shares_not_100', { total })
  for (const [index, variant] of variants.entries())
    await checkVariant(trx, variant, config.currency, `variants.${index}.`)
  const values = { lpid, name, goal, changed_at: now }
  const experimentId = id ?? `x_${random.bytes(8).toString('hex')}`
  if (id === undefined) {
    const { count } = await trx
      .selectFrom('experiments')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('lpid', '=', lpid)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_EXPERIMENTS) throw createFieldError('lpid', 'too_many_experiments')
    const createdBy = member?.email ?? 'key'
    await trx
      .insertInto('experiments')
      .values({ ...values, id: experimentId, created_at: now, created_by: createdBy })
      .execute()
  } else {
    const before = await requireExperiment(trx, partner.id, id, { isLocked: true })
    if (before.status !== 'draft') throw createFieldError('id', 'already_started')
    if (version !== undefined && version !== before.version) throw createFieldError('version', 'changed_meanwhile')
    await trx.updateTable('experiments').set(values).where('id', '=', id).execute()
    await trx.deleteFrom('experiment_variants').where('experiment_id', '=', id).execute()
  }
  const rows = variants.map(({ theme, ...variant }, index) => ({
    ...variant,
    experiment_id: experimentId,
    no: index + 1,
    theme: JSON.stringify(Object.fromEntries(Object.entries(theme).filter(([, value]) => typeof value === 'string')))
  }))
  await trx.insertInto('experiment_variants').values(rows).execute()
  return experimentId
}

type CheckedVariant = Pick<ExperimentVariant, 'start_drama_id' | 'start_episode_no' | 'offer_id'>

async function checkVariant(
  db: Kysely<Database>,
  { start_drama_id, start_episode_no, offer_id }: CheckedVariant,
  currency: string,
  place: string
): Promise<void> {
  await checkStart(db, { start_drama_id, start_episode_no }, place)
  await checkOffer(db, offer_id, currency, place)
}

export async function startExperiment(trx: Transaction<Database>, context: PartnerContext, id: string): Promise<void> {
  const { config, partner, now } = context
  const { status, lpid, variants } = await requireExperiment(trx, partner.id, id, { isLocked: true })
  if (status !== 'draft') throw createFieldError('id', 'already_started')
  // Locked, so that two experiments of a campaign are not started at the same time.
  const campaign = await trx
    .selectFrom('campaigns')
    .select(['status', 'start_drama_id', 'start_episode_no', 'free_episodes_override', 'offer_id', 'theme'])
    .where('lpid', '=', lpid)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (campaign.status !== 'active') throw createFieldError('id', 'closed')
  const running = await trx
    .selectFrom('experiments')
    .select('id')
    .where('lpid', '=', lpid)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (running !== undefined) throw createFieldError('id', 'other_running')
  for (const [index, variant] of variants.entries())
    await checkVariant(trx, variant, config.currency, `variants.${index}.`)
  const same = findSameVariants(campaign, variants)
  if (same !== null) throw createFieldError(`variants.${same.second}`, 'same_variant', { same_as: same.first + 1 })
  await trx
    .updateTable('experiments')
    .set({ status: 'running', started_at: now, changed_at: now })
    .where('id', '=', id)
    .execute()
}

/** Ends a running experiment. With `chosenNo` its campaign gets what the variant has, also later, once. */
export async function endExperiment(
  trx: Transaction<Database>,
  { partner, now }: Pick<PartnerContext, 'partner' | 'now'>,
  { id, chosenNo }: { id: string; chosenNo: number | null }
): Promise<void> {
  const experiment = await requireExperiment(trx, partner.id, id, { isLocked: true })
  if (experiment.status === 'draft') throw createFieldError('id', 'not_started')
  const isLater = experiment.status === 'ended' && chosenNo !== null && experiment.chosen_variant === null
  if (experiment.status === 'ended' && !isLater) throw createFieldError('id', 'already_ended')
  const chosen = experiment.variants.find(({ no }) => no === chosenNo)
  if (chosenNo !== null && chosen === undefined) throw createFieldError('use_variant', 'no_variant')
  const end = experiment.ended_at ?? now
  await trx
    .updateTable('experiments')
    .set({ status: 'ended', ended_at: end, changed_at: now, chosen_variant: chosenNo })
    .where('id', '=', id)
    .execute()
  if (chosen !== undefined) await copyToCampaign(trx, experiment.lpid, chosen)
}

async function copyToCampaign(
  trx: Transaction<Database>,
  lpid: string,
  { start_drama_id, start_episode_no, free_episodes_override, offer_id, theme }: ExperimentVariant
): Promise<void> {
  const campaign = await trx
    .selectFrom('campaigns')
    .select('theme')
    .where('lpid', '=', lpid)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('campaigns')
    .set({
      theme: JSON.stringify({ ...campaign.theme, ...theme }),
      ...(start_drama_id !== null && { start_drama_id, start_episode_no }),
      ...(free_episodes_override !== null && { free_episodes_override }),
      ...(offer_id !== null && { offer_id })
    })
    .where('lpid', '=', lpid)
    .execute()
}
