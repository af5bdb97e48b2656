// Why a reward was refused, in words that arrive with the pages of rewards.
import type { MessageKey } from '../../../locales/app/en.js'
import type { RewardMessageKey } from '../../../locales/reward/en.js'
import type { App } from '../app.js'
import { failureMessage } from '../loading/error-message.js'
import { BusinessError } from '../request/request-error.js'
import type { RewardTexts } from './messages.js'

const refusals: Record<number, RewardMessageKey> = {
  4401: 'outsideWindow',
  4402: 'waitOneHour',
  4403: 'dailyLimitReached',
  4404: 'telegramIdMissing',
  4405: 'screenshotMissing',
  4406: 'imageAlreadyUsed',
  4407: 'alreadyRewarded',
  4408: 'taskNotFinished'
}

/** The text for a code of rewards. */
export function refusalKey(code: number): RewardMessageKey | undefined {
  return refusals[code]
}

/** What to tell a viewer whose wish failed with `error`; undefined where silence is right. */
export function rewardFailure(error: unknown): MessageKey | RewardMessageKey | undefined {
  const refusal = error instanceof BusinessError ? refusalKey(error.code) : undefined
  return refusal ?? failureMessage(error)
}

/** Says it, once the page has its texts. */
export function createTeller({ toasts }: Pick<App, 'toasts'>, { $text }: RewardTexts): (error: unknown) => void {
  return error => {
    const key = rewardFailure(error)
    if (key !== undefined) toasts.showText($text.get()?.(key) ?? '')
  }
}
