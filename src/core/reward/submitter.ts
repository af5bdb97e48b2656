// Uses one idempotency key until the server responds, also after lost responses and page reloads.
import { atom, type ReadableAtom } from 'nanostores'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { RewardChannel, Submission } from '../../../contract/reward.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { RewardMessageKey } from '../../../locales/reward/en.js'
import type { App } from '../app.js'
import { randomHex } from '../lib/hex.js'
import { PARAMETER_ERROR_CODE, TOO_MANY_ATTEMPTS_CODE } from '../request/error-codes.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable, retry } from '../request/retry.js'
import { rewardFailure } from './reward-errors.js'
import type { Rewards } from './rewards.js'
import type { SubmissionDraft, SubmissionDrafts } from './submission-drafts.js'

export type SubmitState =
  | { state: 'idle' }
  | { state: 'sending' }
  /** `isOutcomeUnknown`: the server may have accepted it. The next submit has the same key. */
  | { state: 'refused'; problem: MessageKey | RewardMessageKey; isOutcomeUnknown: boolean }

export interface Submitter {
  $submitState: ReadableAtom<SubmitState>
  clear(): void
  refuse(problem: MessageKey | RewardMessageKey): void
  send(draft: Pick<SubmissionDraft, 'imageId' | 'telegramId'>): Promise<Submission | undefined>
  resume(): Promise<Submission | undefined>
}

const SUBMIT_TIMEOUT_MS = 15_000
const RETRY_DELAYS_MS = [1000, 2000, 4000]
const SCREENSHOT_MISSING_CODE = 4405 satisfies ErrorCode
const IMAGE_USED_CODE = 4406 satisfies ErrorCode

export function createSubmitter(
  app: App,
  channel: RewardChannel,
  drafts: SubmissionDrafts,
  rewards: Rewards
): Submitter {
  const { api, emit, environment } = app
  const { clock, random } = environment
  const $submitState = atom<SubmitState>({ state: 'idle' })

  function postSubmission(draft: Pick<SubmissionDraft, 'imageId' | 'telegramId'>, key: string) {
    const request = { channel, image_id: draft.imageId, telegram_id: draft.telegramId }
    const options = { headers: { 'Idempotency-Key': key }, timeout: SUBMIT_TIMEOUT_MS, isQuiet: true }
    return retry(clock, RETRY_DELAYS_MS, isRetryable, () => api.post('/reward/submit', request, options))
  }

  function refuse(error: unknown, draft: Pick<SubmissionDraft, 'imageId' | 'telegramId'>) {
    const isFinal = error instanceof BusinessError && error.code !== TOO_MANY_ATTEMPTS_CODE
    const code = isFinal ? error.code : undefined
    if (isFinal) {
      const isRejectedForGood =
        code === PARAMETER_ERROR_CODE || code === SCREENSHOT_MISSING_CODE || code === IMAGE_USED_CODE
      if (isRejectedForGood) drafts.forget(channel)
      else drafts.save(channel, { ...draft, at: clock.now() })
      void rewards.refreshQuietly()
    }
    const problem = code === PARAMETER_ERROR_CODE ? invalidFieldKeys[channel] : rewardFailure(error)
    $submitState.set(problem ? { state: 'refused', problem, isOutcomeUnknown: !isFinal } : { state: 'idle' })
    return undefined
  }

  async function send(draft: Pick<SubmissionDraft, 'imageId' | 'telegramId'>) {
    if ($submitState.get().state === 'sending') return undefined
    $submitState.set({ state: 'sending' })
    const stored = drafts.find(channel)
    const isSame = stored?.imageId === draft.imageId && stored?.telegramId === draft.telegramId
    const key = (isSame && stored?.key) || randomHex(random, 16)
    drafts.save(channel, { ...draft, key, at: (isSame && stored?.at) || clock.now() })
    try {
      const { submission, state } = await postSubmission(draft, key)
      drafts.forget(channel)
      rewards.patch({ state })
      emit('drama-reward-submitted', { channel, bonus: submission.reward_bonus })
      $submitState.set({ state: 'idle' })
      void rewards.refreshQuietly()
      return submission
    } catch (error) {
      return refuse(error, draft)
    }
  }

  return {
    $submitState,
    clear: () => $submitState.get().state === 'refused' && $submitState.set({ state: 'idle' }),
    refuse: problem => $submitState.set({ state: 'refused', problem, isOutcomeUnknown: false }),
    send,
    async resume() {
      const draft = drafts.find(channel)
      return draft?.key ? send(draft) : undefined
    }
  }
}

const invalidFieldKeys: Record<RewardChannel, RewardMessageKey> = {
  whatsapp: 'pictureGone',
  facebook: 'pictureGone',
  telegram: 'telegramIdWrong'
}
