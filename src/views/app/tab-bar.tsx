import type { StackPage } from '../../core/router/router.js'
import { type Route, type RouteName, routes } from '../../core/router/routes.js'
import { Icon, type IconName } from '../ui/icon/icon.js'
import { useScope, useTranslation } from './scope.js'

const icons: Partial<Record<RouteName, IconName>> = {
  home: 'home',
  discover: 'discover',
  library: 'library',
  profile: 'profile'
}

const tabs = routes.filter(route => route.tab !== undefined)

/** On the shadow root, for the page that is shown. Unlike `drama-tab-tap` it does not depend on consent. */
export const CURRENT_TAB_TAP_EVENT = 'tab-tap'

interface Props {
  /** None where no page has the address. */
  top: StackPage | undefined
  /** The tab under a page that is none. */
  below: StackPage | undefined
}

export function TabBar({ top, below }: Props) {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const emitTap = ({ name, path }: Route, index: number) =>
    app.emit('drama-tab-tap', { index, text: text(name), page_path: path })
  const switchTo = (route: Route, index: number) =>
    app.router.switchTab({ url: route.path }).then(
      () => emitTap(route, index),
      () => undefined
    )
  return (
    <nav className="tab-bar" part="tabbar" aria-label={text('mainMenu')}>
      {tabs.map((route, index) => {
        const icon = icons[route.name]
        const isCurrent = top?.route === route
        const tap = () => {
          if (!isCurrent) return void switchTo(route, index)
          emitTap(route, index)
          root.dispatchEvent(new Event(CURRENT_TAB_TAP_EVENT))
        }
        return (
          <button
            key={route.name}
            type="button"
            aria-current={isCurrent ? 'page' : below?.route === route ? 'true' : undefined}
            onClick={tap}
          >
            {icon && <Icon name={icon} />}
            {text(route.name)}
          </button>
        )
      })}
    </nav>
  )
}
