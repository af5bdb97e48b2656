import { useStore } from '@nanostores/react'
import type { ChannelState, RewardIndex, Submission } from '../../../contract/reward.js'
import { formatPosition } from '../../core/format/playback-time.js'
import { readyValue } from '../../core/loading/loadable.js'
import type { RewardTranslate } from '../../core/reward/messages.js'
import type { Rewards } from '../../core/reward/rewards.js'
import { type FormattedWindow, formatWindow, secondsUntil } from '../../core/reward/submission-window.js'
import { useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'

export function useTimeUntil({ $now }: Pick<Rewards, '$now'>): (at: number) => string {
  const now = useStore($now)
  return at => formatPosition(secondsUntil(at, now))
}

const reviewTimes = {
  review: {
    left: 'reviewLeft',
    soon: 'reviewSoon',
    by: 'reviewBy',
    held: 'reviewHeld',
    heldForPerson: 'reviewHeldForPerson'
  },
  decided: {
    left: 'decidedIn',
    soon: 'decidedSoon',
    by: 'decidedBy',
    held: 'decidedHeld',
    heldForPerson: 'decidedHeldForPerson'
  }
} as const
const SECONDS_PER_DAY = 86_400

type Reviewed = Pick<Submission, 'channel' | 'reviewed_by' | 'is_held'>

/**
 * Formats the latest end of a review: a countdown, or a date if it is more than a day away. No time if it is held: then
 * friends who open the link bring it on, or a person decides.
 */
export function useReviewTime(page: Rewards): (submission: Reviewed, form: keyof typeof reviewTimes) => string {
  const text = usePartText(page.texts)
  const { dateTime } = usePriceAndDateFormat()
  const now = useStore(page.$now)
  const friends = readyValue(page.index.$loadable.get())?.rules.clicks_to_approve
  return ({ channel, reviewed_by: at, is_held }, form) => {
    const seconds = secondsUntil(at, now)
    const { left, soon, by, held, heldForPerson } = reviewTimes[form]
    if (is_held) return friends && channel !== 'telegram' ? text(held, { count: friends }) : text(heldForPerson)
    if (seconds === 0) return text(soon)
    return seconds > SECONDS_PER_DAY ? text(by, { date: dateTime(at) }) : text(left, { time: formatPosition(seconds) })
  }
}

export function useSubmissionWindow(
  { rules }: RewardIndex,
  state: ChannelState,
  text: RewardTranslate
): FormattedWindow {
  const { language } = useTranslation()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = formatWindow(rules, state, language.regionTag ?? language.tag, zone)
  // Intl says "Standard Time", but this zone has no summer time.
  return rules.timezone === 'America/Sao_Paulo' ? { ...shown, zone: text('zoneBrasilia') } : shown
}
