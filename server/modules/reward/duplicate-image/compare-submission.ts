import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { RequestContext } from '../../../http/request-context.js'
import { parseFingerprint } from './fingerprint.js'
import type { ImageComparer } from './image-comparer.js'

/** The hand-in compares so many newer pictures in its transaction, which takes a few milliseconds. */
const MAX_NEWER_PICTURES = 200

/** Compares a picture that another version of the server has stored, or that was uploaded many pictures ago. */
export async function compareBeforeSubmission(context: RequestContext, imageId: string | undefined): Promise<void> {
  const { address, db, imageComparer, now, viewer } = context
  if (viewer === null || imageId === undefined) return
  const image = await db
    .selectFrom('reward_images')
    .select(['compared_to', 'is_duplicate'])
    .select(({ selectFrom }) =>
      selectFrom('reward_prints')
        .select(({ fn }) => fn.max('position').as('newest'))
        .as('newest')
    )
    .where('id', '=', imageId)
    .where('user_id', '=', viewer.userId)
    .where('submission_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (image === undefined || image.is_duplicate) return
  if (image.compared_to !== null && (image.newest ?? 0) - image.compared_to <= MAX_NEWER_PICTURES) return
  const { prints } = await db
    .selectFrom('reward_images')
    .select('prints')
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
  const compared = { fingerprint: parseFingerprint(prints), now, after: image.compared_to ?? 0 }
  const { isDuplicate, comparedTo } = await imageComparer.compare(compared, [address, viewer.userId])
  await db
    .updateTable('reward_images')
    .set({ is_duplicate: isDuplicate, compared_to: comparedTo })
    .where('id', '=', imageId)
    .where('submission_id', 'is', null)
    .execute()
}

interface ComparisonJob {
  db: Kysely<Database>
  imageComparer: ImageComparer
  now: Date
}

const BATCH_SIZE = 50

/**
 * Aligns submitted pictures with those that came between their upload and their submission, and objects to
 * duplicates. Returns how many were compared.
 */
export async function compareSubmittedImages({ db, imageComparer, now }: ComparisonJob): Promise<number> {
  const images = await db
    .selectFrom('reward_images')
    .select(['id', 'submission_id', 'prints', 'compared_to', 'position'])
    .where(({ eb, ref }) => eb('compared_to', '<', eb(ref('position'), '-', 1)))
    .where('removed_at', 'is', null)
    .orderBy('position')
    .limit(BATCH_SIZE)
    .execute()
  for (const { id, submission_id: submissionId, prints, compared_to: after, position } of images) {
    if (after === null || position === null || submissionId === null) continue
    const compared = { fingerprint: parseFingerprint(prints), now, after, before: position }
    const { isDuplicate } = await imageComparer.compare(compared, ['submitted'])
    if (isDuplicate) {
      await db
        .updateTable('reward_submissions')
        .set({ objection: 'duplicate' })
        .where('id', '=', submissionId)
        .where('status', '=', 0)
        .where('objection', 'is', null)
        .execute()
    }
    const result = { compared_to: position - 1, is_duplicate: isDuplicate }
    await db.updateTable('reward_images').set(result).where('id', '=', id).execute()
  }
  return images.length
}
