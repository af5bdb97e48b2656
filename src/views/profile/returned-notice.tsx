import { useStore } from '@nanostores/react'
import type { ReturnedUnlock } from '../../../contract/guarantee.js'
import type { ProfilePage } from '../../core/profile/profile-page.js'
import { useTranslation } from '../app/scope.js'
import { Button } from '../ui/controls/button.js'

export function ReturnedNotice({ page }: { page: ProfilePage }) {
  const { text } = useTranslation()
  const list = useStore(page.returned.$list)
  const profileText = useStore(page.texts.$text)
  if (list.length === 0 || !profileText) return null
  const toMessage = ({ reason, episode_no, title, coins, bonus }: ReturnedUnlock) =>
    profileText(reason === 'offline' ? 'returnedOffline' : 'returnedNotPlayed', {
      no: episode_no,
      title,
      count: text('coinCount', { count: coins + bonus })
    })
  return (
    <section className="profile-returned" aria-labelledby="my-returned">
      <h2 id="my-returned">{profileText('returnedTitle')}</h2>
      <ul>
        {list.map(item => (
          <li key={`${item.episode_id} ${item.returned_at}`}>{toMessage(item)}</li>
        ))}
      </ul>
      <Button kind="quiet" onPress={() => void page.returned.dismiss()}>
        {profileText('returnedOk')}
      </Button>
    </section>
  )
}
