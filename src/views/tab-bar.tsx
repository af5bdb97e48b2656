import type { MessageKey } from '../../locales/en.js'
import type { Page } from '../core/router/router.js'
import { type RouteName, tabs } from '../core/router/routes.js'
import { useScope, useTranslation } from './context.js'
import { Icon, type IconName } from './ui/icon.js'

const labels: Partial<Record<RouteName, { icon: IconName; text: MessageKey }>> = {
  home: { icon: 'home', text: 'home' },
  dramas: { icon: 'dramas', text: 'discover' },
  record: { icon: 'record', text: 'list' },
  my: { icon: 'my', text: 'my' }
}

/** `onTap` hears a tap on the tab that is already shown: it scrolls to the top and goes nowhere. */
export function TabBar({ top, onTap }: { top: Page; onTap(): void }) {
  const { app } = useScope()
  const { text } = useTranslation()
  return (
    <nav className="tab-bar" part="tabbar" aria-label={text('mainMenu')}>
      {tabs.map(({ name, path }) => {
        const label = labels[name]
        const isCurrent = top.route.name === name
        return (
          label && (
            <button
              key={name}
              type="button"
              aria-current={isCurrent ? 'page' : undefined}
              onClick={() => (isCurrent ? onTap() : void app.router.switchTab({ url: path }))}
            >
              <Icon name={label.icon} />
              {text(label.text)}
            </button>
          )
        )
      })}
    </nav>
  )
}
