import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type RewardChannel, submitReward } from '../../../contract/reward.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError, createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { createIdentifier } from '../../lib/identifier.js'
import { sha256Hex } from '../../lib/sha256.js'
import { runIdempotentWrite } from '../ledger/idempotent-write.js'
import { type ChannelStateInput, readChannelState, toChannelState } from './channel-state.js'
import { compareBeforeSubmission } from './duplicate-image/compare-submission.js'
import {
  isDuplicateImage,
  lockFingerprints,
  parseFingerprint,
  storeFingerprint
} from './duplicate-image/fingerprint.js'
import { toEarnerOrigin } from './earning/earner-origin.js'
import { recordEarningNetwork } from './earning/earning-networks.js'
import { exceedsBudget } from './review/budget-check.js'
import { reviewTelegramMember } from './review/telegram-review.js'
import { lockTimeZone, type RewardTerms, readRewardTerms } from './reward-day.js'
import { computeChannelStatus, heldDue, parseTelegramId, reviewDue, SHARE_BONUS } from './submission-rules.js'
import { readNewestSubmissions, readSubmission, readSubmissionHistory, toSubmissionResponse } from './submissions.js'

type SubmitRequest = z.output<typeof submitReward.request>

interface SubmissionContext {
  trx: Transaction<Database>
  userId: string
  terms: RewardTerms
  context: RequestContext
}

export async function postRewardSubmit(context: RequestContext, request: SubmitRequest) {
  await context.limits.rewardSubmit.take(context)
  if (request.channel === 'telegram') {
    const { id } = await writeSubmission(context, request)
    await reviewTelegramMember(context, id)
    return readResponse(context, request.channel, id)
  }
  await compareBeforeSubmission(context, request.image_id)
  // One picture at a time, because they would wait for each other's lock and keep the database's connections meanwhile.
  const caller = [context.address, context.viewer?.userId ?? '']
  return context.imageSubmissions.run(caller, () => submitImageAndRead(context, request))
}

async function submitImageAndRead(context: RequestContext, request: SubmitRequest) {
  const { db, now } = context
  const { channel } = request
  let before: HistoryBeforeSubmission | null = null
  const { id } = await writeSubmission(context, request, history => {
    before = history
  })
  const response = await readFromHistory(db, before, { channel, id, now })
  return response ?? readResponse(context, channel, id)
}

/** What the transaction of a submission has read before it wrote. */
interface HistoryBeforeSubmission extends Omit<ChannelStateInput, 'latest'> {
  userId: string
}

/** Saves the statements that `readResponse` needs. Null if another submission came, or if the response is a stored one. */
async function readFromHistory(
  db: Kysely<Database>,
  before: HistoryBeforeSubmission | null,
  { channel, id, now }: { channel: RewardChannel; id: string; now: Date }
) {
  if (before === null) return null
  const { userId, terms, past } = before
  const [latest] = await readNewestSubmissions(db, userId, { channel, after: null, limit: 1 })
  if (latest?.id !== id) return null
  const after = { usedToday: past.usedToday + 1, lastAt: now, hasActiveTelegram: past.hasActiveTelegram }
  const state = toChannelState(channel, { terms, past: after, latest }, now)
  return { submission: toSubmissionResponse(latest, now), state }
}

async function readResponse({ config, db, now }: RequestContext, channel: RewardChannel, id: string) {
  const row = await readSubmission(db, id)
  const { user_id: userId } = row
  const terms = await readRewardTerms(db, userId, now, config.timezone)
  const state = await readChannelState(db, userId, channel, terms, now)
  return { submission: toSubmissionResponse(row, now), state }
}

function writeSubmission(
  context: RequestContext,
  request: SubmitRequest,
  onRead: (history: HistoryBeforeSubmission) => void = () => undefined
) {
  const { config, now } = context
  return runIdempotentWrite(context, { path: submitReward.path, request }, async ({ trx, wallet: { userId } }) => {
    const terms = await readRewardTerms(trx, userId, now, config.timezone)
    const past = await readSubmissionHistory(trx, userId, request.channel, terms)
    onRead({ userId, terms, past })
    if (!terms.isEnabled) throw new BusinessError(4401, { reason: 'disabled' })
    const submission = { trx, userId, terms, context }
    const { code, nextAt } = computeChannelStatus(request.channel, past, terms.day, now)
    if (request.channel === 'telegram') {
      const telegram = parseTelegram(request)
      if (code !== null) throw new BusinessError(code)
      return submitTelegram(submission, telegram)
    }
    if (code !== null) throw new BusinessError(code, { next_at: nextAt?.getTime() ?? null })
    return submitImage(submission, request)
  })
}

function parseTelegram({ telegram_id: sent }: SubmitRequest) {
  if (sent === undefined || sent.trim() === '') throw new BusinessError(4404)
  const telegram = parseTelegramId(sent)
  if (telegram === null) throw createParameterError('telegram_id')
  return telegram
}

async function calculateDue({ trx, terms, context: { config, now } }: SubmissionContext): Promise<Date> {
  const due = reviewDue(now)
  const check = { lpid: terms.lpid, zone: terms.day.zone, bonus: SHARE_BONUS, due }
  return (await exceedsBudget(trx, check, config.rewards.budget)) ? heldDue(now) : due
}

async function submitTelegram(submission: SubmissionContext, { id: telegramId, key }: { id: string; key: string }) {
  const { trx, userId, terms, context } = submission
  const id = createIdentifier('s', context)
  const written = await trx
    .insertInto('reward_submissions')
    .values({
      user_id: userId,
      id,
      channel: 'telegram',
      telegram_id: telegramId,
      telegram_key: sha256Hex(key),
      reward_bonus: SHARE_BONUS,
      zone: terms.day.zone,
      lpid: terms.lpid,
      earner: JSON.stringify(toEarnerOrigin(context, terms.lpid ?? '')),
      created_at: context.now,
      due_at: await calculateDue(submission)
    })
    .onConflict(conflict => conflict.column('telegram_key').where(sql<boolean>`status in (0, 1, 2)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written === undefined) throw new BusinessError(4407)
  await recordEarningNetwork(trx, context)
  await lockTimeZone(trx, userId, terms.day)
  return { id }
}

async function submitImage(submission: SubmissionContext, { channel, image_id: imageId }: SubmitRequest) {
  const { trx, userId, terms, context } = submission
  const { now } = context
  const image = await lockImage(submission, imageId)
  const fingerprint = parseFingerprint(image.prints)
  const compared = { sha256: image.sha256, fingerprint, comparedTo: image.compared_to ?? 0 }
  if (image.is_duplicate) throw new BusinessError(4406)
  await lockFingerprints(trx)
  if (await isDuplicateImage(trx, compared)) throw new BusinessError(4406)
  const id = createIdentifier('s', context)
  const position = await storeFingerprint(trx, { submissionId: id, sha256: image.sha256, fingerprint, now })
  await trx
    .insertInto('reward_submissions')
    .values({
      user_id: userId,
      id,
      channel,
      image_id: image.id,
      reward_bonus: SHARE_BONUS,
      zone: terms.day.zone,
      lpid: terms.lpid,
      earner: JSON.stringify(toEarnerOrigin(context, terms.lpid ?? '')),
      objection: fingerprint.isBlank ? 'unreadable' : null,
      created_at: now,
      // A blank picture is rejected after the usual time and needs no budget.
      due_at: fingerprint.isBlank ? reviewDue(now) : await calculateDue(submission)
    })
    .execute()
  await trx.updateTable('reward_images').set({ submission_id: id, position }).where('id', '=', image.id).execute()
  await recordEarningNetwork(trx, context)
  await lockTimeZone(trx, userId, terms.day)
  return { id }
}

async function lockImage({ trx, userId, context }: SubmissionContext, imageId: string | undefined) {
  if (imageId === undefined || imageId === '') throw new BusinessError(4405)
  const image = await trx
    .selectFrom('reward_images')
    .selectAll()
    .where('id', '=', imageId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (image === undefined) throw new BusinessError(4405)
  if (image.submission_id !== null) throw new BusinessError(4406)
  if (image.expires_at <= context.now) throw new BusinessError(4405)
  return image
}
