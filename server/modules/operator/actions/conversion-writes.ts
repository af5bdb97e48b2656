import type { Transaction } from 'kysely'
import type { AdNetwork } from '../../../db/schema/partner-tables.js'
import type { Database } from '../../../db/schema/schema.js'
import { createFieldError } from '../../../http/business-error.js'
import type { OperatorContext } from '../operator-action.js'

/** A missing field stays unchanged; null removes it. */
export interface ConversionChange {
  meta_token?: string | null | undefined
  meta_test_code?: string | null | undefined
  tiktok_token?: string | null | undefined
  tiktok_test_code?: string | null | undefined
}

interface NetworkChange {
  lpid: string
  network: AdNetwork
  token: string | null | undefined
  testCode: string | null | undefined
  hasPixel: boolean
}

const networks: readonly AdNetwork[] = ['meta', 'tiktok']

export async function writeConversions(
  trx: Transaction<Database>,
  context: Pick<OperatorContext, 'now' | 'random'>,
  { lpid, pixel_hint }: { lpid: string; pixel_hint: Record<string, string> },
  change: ConversionChange
): Promise<void> {
  for (const network of networks) {
    await writeNetwork(trx, context, {
      lpid,
      network,
      token: change[`${network}_token`],
      testCode: change[`${network}_test_code`],
      hasPixel: pixel_hint[`${network}_id`] !== undefined
    })
  }
}

async function writeNetwork(
  trx: Transaction<Database>,
  { now, random }: Pick<OperatorContext, 'now' | 'random'>,
  { lpid, network, token, testCode, hasPixel }: NetworkChange
): Promise<void> {
  const active = await trx
    .selectFrom('campaign_conversions')
    .select(['id', 'token', 'test_code'])
    .where('lpid', '=', lpid)
    .where('network', '=', network)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const nextToken = token === undefined ? (active?.token ?? null) : token
  if (nextToken === null && testCode) throw createFieldError(`${network}_test_code`, 'no_token')
  if (nextToken !== null && !hasPixel) {
    throw token
      ? createFieldError(`${network}_token`, 'no_pixel')
      : createFieldError(`pixel_hint.${network}_id`, 'has_token')
  }
  if (nextToken === null) {
    if (active !== undefined) await removeNetwork(trx, active.id, now)
    return
  }
  if (active === undefined) {
    const id = `cv_${random.bytes(8).toString('hex')}`
    const values = { id, lpid, network, token: nextToken, test_code: testCode ?? null, created_at: now }
    await trx.insertInto('campaign_conversions').values(values).execute()
  } else if (token !== undefined || testCode !== undefined) {
    const test_code = testCode === undefined ? active.test_code : testCode
    await trx
      .updateTable('campaign_conversions')
      .set({ token: nextToken, test_code })
      .where('id', '=', active.id)
      .execute()
  }
}

async function removeNetwork(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  await trx.updateTable('campaign_conversions').set({ token: '', removed_at: now }).where('id', '=', id).execute()
  await trx
    .updateTable('event_outbox')
    .set({ status: 'failed', last_response: 'not sent: the token was removed' })
    .where('postback_id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** What an operator may read: never a token. Null where events are not sent. */
export async function readConversions(db: OperatorContext['db'], lpid: string) {
  const rows = await db
    .selectFrom('campaign_conversions')
    .select(['network', 'test_code'])
    .where('lpid', '=', lpid)
    .where('removed_at', 'is', null)
    .execute()
  const find = (network: AdNetwork) => {
    const row = rows.find(one => one.network === network)
    return row === undefined ? null : { test_code: row.test_code }
  }
  return { meta: find('meta'), tiktok: find('tiktok') }
}
