import type { SpendingLimitReached } from '../../../contract/unlock.js'
import type { UnlockMessageKey } from '../../../locales/unlock/en.js'
import type { UnlockText } from '../../core/unlock/messages.js'
import type { UnlockNotice } from '../../core/unlock/unlock-notice.js'
import { useTranslation } from '../app/scope.js'

export function UnlockNoticeText({ notice, tell }: { notice: UnlockNotice | undefined; tell: UnlockText }) {
  const { dateTime } = useTranslation()
  return (
    <p className="unlock-notice" role="alert">
      {notice && noticeMessage(notice, tell, dateTime)}
    </p>
  )
}

function noticeMessage(notice: UnlockNotice, tell: UnlockText, time: (at: number) => string): string {
  switch (notice.is) {
    case 'missing': {
      const debt = notice.debt > 0 ? [tell('debt', { count: notice.debt })] : []
      return [tell('insufficientBalance'), tell('coinsMissing', { count: notice.coins }), ...debt].join('\n')
    }
    case 'priceChanged':
      return `${tell('priceChanged')}\n${tell('priceWas', { before: notice.before, now: notice.now })}`
    case 'earlierFirst':
      return ''
    case 'limit':
      return limitWords(notice.limit, tell, time)
    case 'unanswered':
      return tell('unanswered')
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

function limitWords(
  { name, coins, spent, resets_at }: SpendingLimitReached,
  tell: UnlockText,
  time: (at: number) => string
) {
  if (name === 'auto_off') return ''
  const words = tell(limitKeys[name], { coins: coins ?? 0, spent: spent ?? 0, time: time(resets_at ?? Number.NaN) })
  return ['daily', 'weekly', 'campaign_daily'].includes(name) ? `${tell('spendingLimitReached')}\n${words}` : words
}
