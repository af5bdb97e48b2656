import type { UserInfo } from '../../../contract/user.js'
import type { ProfilePage } from '../../core/profile/profile-page.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'

export function PassNote({ page, vip: { active, until } }: { page: ProfilePage; vip: UserInfo['vip'] }) {
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  if (!active || until === null) return null
  return (
    <p className="spending-pass" role="note">
      {text('passActive', { date: dateTime(until) })}
    </p>
  )
}
