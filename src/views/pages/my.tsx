import { useStore } from '@nanostores/react'
import { languages } from '../../core/i18n.js'
import { createMyPage } from '../../core/pages/my.js'
import { VERSION, VERSION_CODE } from '../../core/version.js'
import { useScope, useTranslation } from '../context.js'
import { Icon } from '../ui/icon.js'
import { FailureView } from '../ui/notice.js'
import { PullToRefresh } from '../ui/pull-to-refresh.js'
import { usePage } from '../use-page.js'
import myCss from './my.css'

export const css = myCss

export function Page() {
  const { app } = useScope()
  const { text, language } = useTranslation()
  const { info } = usePage(() => createMyPage(app))
  const loadable = useStore(info.$loadable)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void info.reload()} />
  const user = loadable.state === 'ready' ? loadable.value.user : undefined
  return (
    <div className="my">
      <PullToRefresh refresh={info.refresh} />
      <h1 className="visually-hidden">{text('my')}</h1>
      <header className="my-user">
        <span className="my-avatar">
          <Icon name="my" />
        </span>
        <div>
          <p className="my-name">{user?.kind === 'user' && user.nickname ? user.nickname : text('visitor')}</p>
          <p className="my-id">{user ? text('visitorId', { id: user.id.slice(-8).toUpperCase() }) : ' '}</p>
        </div>
      </header>
      {!app.environment.storage.isKept() && (
        <p className="my-warning" role="note">
          {text('storageBlocked')}
        </p>
      )}
      <ul className="settings">
        <li>
          <label>
            <span>{text('language')}</span>
            <select value={language.tag} onChange={event => void app.chooseLanguage(event.currentTarget.value)}>
              {languages.map(({ tag, name }) => (
                <option key={tag} value={tag}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </li>
        <li>
          <span>{text('version')}</span>
          <span className="settings-value">
            {VERSION} ({VERSION_CODE})
          </span>
        </li>
      </ul>
    </div>
  )
}
