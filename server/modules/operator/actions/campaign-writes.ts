import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { sha256Hex } from '../../../lib/sha256.js'
import { checkOffer, checkStart, type Start } from '../../campaign/campaign-checks.js'
import type { OperatorContext } from '../operator-action.js'
import type { CampaignChange } from './campaign-request.js'
import { type ConversionChange, readConversions, writeConversions } from './conversion-writes.js'

export async function writeCampaign(context: OperatorContext, { lpid, mode, ...change }: CampaignChange) {
  const { db, config } = context
  if (change.currency && change.currency !== config.currency) throw createFieldError('currency', 'one_currency')
  const { meta_token, meta_test_code, tiktok_token, tiktok_test_code, ...settings } = change
  return transaction(db, async trx => {
    const row = await writeSettings(trx, context, { lpid, mode, ...settings })
    await writeConversions(trx, context, row, { meta_token, meta_test_code, tiktok_token, tiktok_test_code })
    return completeCampaign(trx, row)
  })
}

/** Adds `conversions`, and a `version` that is another one after every change. */
export async function completeCampaign(db: Kysely<Database>, row: Selectable<Database['campaigns']>) {
  const campaign = { ...row, conversions: await readConversions(db, row.lpid) }
  return { ...campaign, version: sha256Hex(JSON.stringify(campaign)).slice(0, 32) }
}

type SettingsChange = Omit<CampaignChange, keyof ConversionChange>

async function writeSettings(
  trx: Transaction<Database>,
  { config, now }: OperatorContext,
  { lpid, mode, version, ...change }: SettingsChange
) {
  const before = await trx.selectFrom('campaigns').selectAll().where('lpid', '=', lpid).forUpdate().executeTakeFirst()
  if (mode === 'create' && before !== undefined) throw createFieldError('lpid', 'campaign_exists')
  if (mode === 'set' && before === undefined) throw createFieldError('lpid', 'no_campaign')
  if (version !== undefined && before !== undefined && (await completeCampaign(trx, before)).version !== version) {
    throw createFieldError('version', 'changed_meanwhile')
  }
  const { theme, pixel_hint, ...plain } = change
  const columns = { ...omitUndefined(plain), ...resetStartEpisode(change) }
  if (columns.start_drama_id !== undefined || columns.start_episode_no !== undefined) {
    await checkStart(trx, { ...before, ...columns })
  }
  await checkOffer(trx, columns.offer_id, config.currency)
  const values = {
    ...columns,
    ...(theme === undefined ? {} : { theme: mergeEntries(before?.theme, theme) }),
    ...(pixel_hint === undefined ? {} : { pixel_hint: mergeEntries(before?.pixel_hint, pixel_hint) })
  }
  if (before !== undefined) {
    if (Object.keys(values).length === 0) return before
    return trx.updateTable('campaigns').set(values).where('lpid', '=', lpid).returningAll().executeTakeFirstOrThrow()
  }
  const row = {
    name: lpid,
    status: 'active' as const,
    start_drama_id: null,
    start_episode_no: null,
    free_episodes_override: null,
    ...values,
    lpid,
    created_at: now
  }
  const written = await trx
    .insertInto('campaigns')
    .values(row)
    .onConflict(conflict => conflict.column('lpid').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (written === undefined) throw createFieldError('lpid', 'campaign_exists')
  return written
}

type Change = Omit<SettingsChange, 'lpid' | 'mode' | 'version'>

type DefinedOnly<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> }

const omitUndefined = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<DefinedOnly<Value>>

function mergeEntries(
  before: Record<string, string> | undefined,
  change: Record<string, string | null | undefined>
): string {
  const all = Object.entries({ ...before, ...omitUndefined(change) })
  return JSON.stringify(Object.fromEntries(all.filter(([, value]) => value !== null)))
}

/** A new start drama begins at episode 1 unless the request names an episode. */
const resetStartEpisode = ({ start_drama_id, start_episode_no }: Change): Start =>
  start_drama_id !== undefined && start_episode_no === undefined ? { start_episode_no: null } : {}
