// The menus bring code that many pages do not need otherwise, so it loads once the page is there.
import IconLanguage from '@tabler/icons-react/icons/IconLanguage'
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle'
import { type ComponentProps, type ComponentType, Suspense } from 'react'
import { useText } from '../i18n/use-text.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { useWasIdle } from '../ui/when-idle.js'
import { MenuButton } from './menu-button.js'

const LoadedLanguageMenu = lazyWithRetry(() => import('./language-menu.js').then(menu => menu.LanguageMenu))
const LoadedAccountMenu = lazyWithRetry(() => import('./account-menu.js').then(menu => menu.AccountMenu))

export function LanguageMenu() {
  const text = useText('console')
  return <MenuWhenIdle menu={LoadedLanguageMenu} label={text('language')} icon={IconLanguage} />
}

export function AccountMenu() {
  const text = useText('console')
  return <MenuWhenIdle menu={LoadedAccountMenu} label={text('account')} icon={IconUserCircle} />
}

function MenuWhenIdle({ menu: Menu, ...button }: { menu: ComponentType } & ComponentProps<typeof MenuButton>) {
  const wasIdle = useWasIdle()
  const shown = <MenuButton {...button} />
  return wasIdle ? (
    <Suspense fallback={shown}>
      <Menu />
    </Suspense>
  ) : (
    shown
  )
}
