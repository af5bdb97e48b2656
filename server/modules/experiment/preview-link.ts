import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import { selectVariantSettings, type VariantSettings } from './variant-settings.js'

/** A variant that the link shows. */
export interface ExperimentPreview {
  experimentId: string
  variantNo: number
}

/** Signs the value of `lps`, with which a page shows a variant and counts nothing. `expiresAt` in epoch ms. */
export interface PreviewSigner {
  sign(lpid: string, preview: ExperimentPreview & { expiresAt: number }): string
  verify(lpid: string, text: string, now: Date): ExperimentPreview | null
}

const PREVIEW = /^(preview\.(x_[0-9a-f]{16})\.([1-4])\.([0-9a-z]{1,12}))\.([\w-]{22})$/

export function createPreviewSigner(secrets: readonly string[]): PreviewSigner {
  return {
    sign(lpid, { experimentId, variantNo, expiresAt }) {
      const [secret] = secrets
      if (secret === undefined) throw new Error('preview links need a secret')
      const payload = `preview.${experimentId}.${variantNo}.${Math.floor(expiresAt / 1000).toString(36)}`
      return `${payload}.${sign(secret, lpid, payload)}`
    },
    verify(lpid, text, now) {
      const [, payload = '', experimentId = '', no, expires = '', signature = ''] = PREVIEW.exec(text) ?? []
      const isSigned = secrets.some(secret => constantTimeEqual(sign(secret, lpid, payload), signature))
      if (!isSigned || Number.parseInt(expires, 36) * 1000 <= now.getTime()) return null
      return { experimentId, variantNo: Number(no) }
    }
  }
}

/** Cut to 128 bits, to keep the URL short. */
function sign(secret: string, lpid: string, payload: string): string {
  const signature = createHmac('sha256', secret).update(`experiment preview 1\n${lpid}\n${payload}`).digest()
  return signature.subarray(0, 16).toString('base64url')
}

const PREVIEW_MS = 30 * 60_000

/** Gives the viewer the variant for half an hour. Undefined if the experiment was deleted. */
export async function storePreview(
  db: Kysely<Database>,
  { experimentId, variantNo }: ExperimentPreview,
  { userId, currency, now }: { userId: string; currency: string; now: Date }
): Promise<VariantSettings | undefined> {
  const row = await db
    .selectFrom('experiment_variants')
    .select(selectVariantSettings(currency).as('settings'))
    .where('experiment_id', '=', experimentId)
    .where('no', '=', variantNo)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const values = {
    experiment_id: experimentId,
    variant_no: variantNo,
    until: new Date(now.getTime() + PREVIEW_MS)
  }
  await db
    .with('ended', writing =>
      writing.deleteFrom('experiment_previews').where('until', '<', now).where('user_id', '<>', userId)
    )
    .insertInto('experiment_previews')
    .columns(['user_id', 'experiment_id', 'variant_no', 'until'])
    .expression(({ selectFrom }) =>
      selectFrom('experiments')
        .select([
          sql<string>`${userId}`.as('user_id'),
          'id',
          sql<number>`${variantNo}::integer`.as('variant_no'),
          sql<Date>`${values.until}::timestamptz`.as('until')
        ])
        .where('id', '=', experimentId)
    )
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return row.settings
}
