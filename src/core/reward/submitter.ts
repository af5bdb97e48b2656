// Handing a share in: one key from the tap to the answer, also when the answer is lost or the page is loaded again.
import { atom, type ReadableAtom } from 'nanostores'
import type { RewardChannel, Submission } from '../../../contract/reward.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { RewardMessageKey } from '../../../locales/reward/en.js'
import type { App } from '../app.js'
import { randomHex } from '../lib/hex.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable, retry } from '../request/retry.js'
import { rewardFailure } from './reward-errors.js'
import type { Rewards } from './rewards.js'
import type { SubmissionDraft, SubmissionDrafts } from './submission-drafts.js'

export type SubmitState =
  | { state: 'idle' }
  | { state: 'sending' }
  /** `isOpen`: nobody knows whether it was taken; tapping again asks with the same key. */
  | { state: 'refused'; problem: MessageKey | RewardMessageKey; isOpen: boolean }

export interface Submitter {
  $handing: ReadableAtom<SubmitState>
  /** What was written or chosen is another: what was said of the last is no longer true. */
  clear(): void
  refuse(problem: MessageKey | RewardMessageKey): void
  /** Hands the draft in; undefined where it was not taken. */
  send(draft: Pick<SubmissionDraft, 'imageId' | 'telegramId'>): Promise<Submission | undefined>
  /** Ends what a visit before has begun, if there is such a thing. */
  resume(): Promise<Submission | undefined>
}

/** In ms: so long an answer is waited for, and so long it takes to ask again. */
const PATIENCE = 15_000
const WAITS = [1000, 2000, 4000]
const PARAMETER_ERROR = 4001
const SCREENSHOT_MISSING = 4405
const IMAGE_USED = 4406
const TOO_MANY = 4502

export function createSubmitter(
  app: App,
  channel: RewardChannel,
  drafts: SubmissionDrafts,
  rewards: Rewards
): Submitter {
  const { api, emit, environment } = app
  const { clock, random } = environment
  const $handing = atom<SubmitState>({ state: 'idle' })

  function ask(wish: Pick<SubmissionDraft, 'imageId' | 'telegramId'>, key: string) {
    const request = { channel, image_id: wish.imageId, telegram_id: wish.telegramId }
    const options = { headers: { 'Idempotency-Key': key }, timeout: PATIENCE, isQuiet: true }
    return retry(clock, WAITS, isRetryable, () => api.post('/reward/submit', request, options))
  }

  function refuse(error: unknown, wish: Pick<SubmissionDraft, 'imageId' | 'telegramId'>) {
    const isFinal = error instanceof BusinessError && error.code !== TOO_MANY
    const code = isFinal ? error.code : undefined
    if (isFinal) {
      const isRejectedForGood = code === PARAMETER_ERROR || code === SCREENSHOT_MISSING || code === IMAGE_USED
      if (isRejectedForGood) drafts.forget(channel)
      else drafts.keep(channel, { ...wish, at: clock.now() })
      void rewards.catchUp()
    }
    const problem = code === PARAMETER_ERROR ? unusable[channel] : rewardFailure(error)
    $handing.set(problem ? { state: 'refused', problem, isOpen: !isFinal } : { state: 'idle' })
    return undefined
  }

  async function send(wish: Pick<SubmissionDraft, 'imageId' | 'telegramId'>) {
    if ($handing.get().state === 'sending') return undefined
    $handing.set({ state: 'sending' })
    const kept = drafts.find(channel)
    const isSame = kept?.imageId === wish.imageId && kept?.telegramId === wish.telegramId
    const key = (isSame && kept?.key) || randomHex(random, 16)
    drafts.keep(channel, { ...wish, key, at: (isSame && kept?.at) || clock.now() })
    try {
      const { submission, state } = await ask(wish, key)
      drafts.forget(channel)
      rewards.patch({ state })
      emit('drama-reward-submitted', { channel, bonus: submission.reward_bonus })
      $handing.set({ state: 'idle' })
      void rewards.catchUp()
      return submission
    } catch (error) {
      return refuse(error, wish)
    }
  }

  return {
    $handing,
    clear: () => $handing.get().state === 'refused' && $handing.set({ state: 'idle' }),
    refuse: problem => $handing.set({ state: 'refused', problem, isOpen: false }),
    send,
    async resume() {
      const draft = drafts.find(channel)
      return draft?.key ? send(draft) : undefined
    }
  }
}

/** What 4001 means where there is one thing that can be wrong. */
const unusable: Record<RewardChannel, RewardMessageKey> = {
  whatsapp: 'pictureGone',
  facebook: 'pictureGone',
  telegram: 'telegramIdWrong'
}
