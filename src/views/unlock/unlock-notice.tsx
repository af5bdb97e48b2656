import type { SpendingLimitReached } from '../../../contract/unlock.js'
import type { UnlockMessageKey } from '../../../locales/unlock/en.js'
import type { UnlockTranslate } from '../../core/unlock/messages.js'
import { reachedSpendingLimit, type UnlockNotice } from '../../core/unlock/unlock-notice.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'

export function UnlockNoticeText({
  notice,
  unlockText,
  hasOwnTitle = true
}: {
  notice: UnlockNotice | undefined
  unlockText: UnlockTranslate
  /** False where the heading above says that a spending limit is reached. */
  hasOwnTitle?: boolean
}) {
  const { clock } = useScope().app.environment
  const { dateTime } = usePriceAndDateFormat()
  const isLimited = reachedSpendingLimit(notice) !== undefined
  return (
    <p className="unlock-notice" role="alert" data-limit={isLimited && !hasOwnTitle ? '' : undefined}>
      {isLimited && hasOwnTitle && `${unlockText('spendingLimitReached')}\n`}
      {notice && noticeMessage(notice, unlockText, at => dateTime(at, clock.now()))}
    </p>
  )
}

function noticeMessage(notice: UnlockNotice, unlockText: UnlockTranslate, time: (at: number) => string): string {
  switch (notice.type) {
    case 'missing': {
      const missing = unlockText('coinsMissing', { count: notice.coins })
      return notice.debt > 0
        ? `${missing}\n${unlockText('debt', { count: notice.debt })}`
        : `${unlockText('insufficientBalance')}\n${missing}`
    }
    case 'priceChanged':
      return `${unlockText('priceChanged')}\n${unlockText('priceWas', { before: notice.before, now: notice.now })}`
    case 'earlierFirst':
      return ''
    case 'limit':
      return limitMessage(notice.limit, unlockText, time)
    case 'unanswered':
      return unlockText('unanswered')
  }
}

const limitKeys: Record<Exclude<SpendingLimitReached['name'], 'auto_off'>, UnlockMessageKey> = {
  daily: 'limitDay',
  weekly: 'limitWeek',
  campaign_daily: 'limitCampaign',
  auto_daily: 'capDay',
  auto_drama_daily: 'capDrama',
  auto_pace: 'capPace'
}

function limitMessage(limit: SpendingLimitReached, unlockText: UnlockTranslate, time: (at: number) => string) {
  const { name, coins, spent, resets_at } = limit
  if (name === 'auto_off') return ''
  return unlockText(limitKeys[name], { coins: coins ?? 0, spent: spent ?? 0, time: time(resets_at ?? Number.NaN) })
}
