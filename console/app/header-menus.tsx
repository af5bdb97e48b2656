// The menus bring code that many pages do not need otherwise, so it loads after the page.
import IconLanguage from '@tabler/icons-react/icons/IconLanguage'
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle'
import { Suspense } from 'react'
import { useText } from '../i18n/use-text.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { MenuButton } from './menu-button.js'

const LoadedLanguageMenu = lazyWithRetry(() => import('./language-menu.js').then(menu => menu.LanguageMenu))
const LoadedAccountMenu = lazyWithRetry(() => import('./account-menu.js').then(menu => menu.AccountMenu))

export function LanguageMenu() {
  const text = useText('console')
  return (
    <Suspense fallback={<MenuButton label={text('language')} icon={IconLanguage} />}>
      <LoadedLanguageMenu />
    </Suspense>
  )
}

export function AccountMenu() {
  const text = useText('console')
  return (
    <Suspense fallback={<MenuButton label={text('account')} icon={IconUserCircle} />}>
      <LoadedAccountMenu />
    </Suspense>
  )
}
