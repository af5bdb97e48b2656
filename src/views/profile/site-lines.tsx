import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { App } from '../../core/app.js'
import { createSiteTexts, type SiteTexts } from '../../core/site/messages.js'
import { getOrCreateNotifications, type Notifications } from '../../core/site/notifications.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { MenuLine } from '../ui/controls/menu-line.js'
import { Switch } from '../ui/controls/switch.js'

/** Only for the standalone site. What the browser offers later appears with the next opening of the page. */
export function SiteLines() {
  const { app } = useScope()
  const { install, notifications, texts } = usePageModel(() => createSiteLines(app))
  return (
    <>
      {notifications && <NotificationLine notifications={notifications} texts={texts} />}
      {install && <InstallLine install={install} texts={texts} />}
    </>
  )
}

function createSiteLines(app: App) {
  const lifetime = new AbortController()
  return {
    install: app.environment.site()?.install,
    notifications: getOrCreateNotifications(app),
    texts: createSiteTexts(app.i18n, lifetime.signal),
    exit: () => lifetime.abort()
  }
}

function NotificationLine({ notifications, texts }: { notifications: Notifications; texts: SiteTexts }) {
  const { app } = useScope()
  const { language } = useTranslation()
  const text = useStore(texts.$text)
  const isOn = useStore(notifications.$isOn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server shall write in the new language.
  useEffect(() => void notifications.renew().catch(() => undefined), [notifications, language])
  const toggle = () =>
    void (isOn ? notifications.turnOff() : notifications.turnOn()).catch(error => app.showError(error))
  return (
    <MenuLine
      icon="bell"
      text={text?.('newEpisodes') ?? '\u00a0'}
      value={text?.('newEpisodesHint') ?? '\u00a0'}
      onPress={toggle}
    >
      <Switch label={text?.('newEpisodes') ?? ''} isOn={isOn} onPress={toggle} />
    </MenuLine>
  )
}

function InstallLine({ install, texts }: { install(): Promise<void>; texts: SiteTexts }) {
  const text = useStore(texts.$text)
  return (
    <MenuLine
      icon="save"
      text={text?.('install') ?? '\u00a0'}
      value={text?.('installHint') ?? '\u00a0'}
      onPress={() => void install()}
    />
  )
}
