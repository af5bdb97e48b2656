import type { MessageKey } from '../../../locales/app/en.js'
import type { RewardMessageKey } from '../../../locales/reward/en.js'
import type { App } from '../app.js'
import { failureMessageKey } from '../loading/error-message.js'
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

export function refusalKey(code: number): RewardMessageKey | undefined {
  return refusals[code]
}

export function rewardFailure(error: unknown): MessageKey | RewardMessageKey | undefined {
  const refusal = error instanceof BusinessError ? refusalKey(error.code) : undefined
  return refusal ?? failureMessageKey(error)
}

export function createShowRewardError(
  { toasts }: Pick<App, 'toasts'>,
  { $text }: RewardTexts
): (error: unknown) => void {
  return error => {
    const key = rewardFailure(error)
    if (key !== undefined) toasts.showText($text.get()?.(key) ?? '')
  }
}
