import { AppShell, Box, Burger, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { NO_SESSION_CODE } from '../api/action-error.js'
import { sessionQuery, useMember, useSession } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { PageLoader } from '../ui/page-loader.js'
import { AccountMenu, LanguageMenu } from './header-menus.js'
import { listNavigation, type NavigationItem } from './navigation.js'
import { usePreloadedPages } from './preload-pages.js'
import { ThemeButton } from './theme-button.js'

const CONTENT_ID = 'content'

export function Shell() {
  const { member } = useSession()
  return member === null ? <SignInRedirect /> : <MemberShell />
}

/** The session ended while the page was open: sign-in leads back to it. */
function SignInRedirect() {
  const navigate = useNavigate()
  const { href } = useLocation()
  // The address changes before the shell is gone, and must not lead back to the sign-in itself.
  const [back] = useState(href)
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { back } })
  }, [navigate, back])
  return <PageLoader />
}

function MemberShell() {
  const text = useText('console')
  const member = useMember()
  const { partner } = member
  const [isOpen, { toggle, close }] = useDisclosure()
  // The page comes first. Drawing twenty links takes 100 ms on a phone.
  const hasLinks = useDeferredValue(true, false)
  useSessionEnd()
  usePreloadedPages(member)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={text('menu')} />
            <Text fw={700} size="lg" component={Link} to="/" c="inherit" td="none">
              Drama
            </Text>
            {partner !== null && (
              <Text c="dimmed" truncate maw={160} visibleFrom="xs">
                {partner.name}
              </Text>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <LanguageMenu />
            <ThemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={text('menu')}>
        <Box style={{ overflowY: 'auto' }}>{hasLinks && <MenuLinks onFollow={close} />}</Box>
      </AppShell.Navbar>
      <AppShell.Main id={CONTENT_ID} tabIndex={-1} style={{ outline: 'none' }}>
        <Suspense fallback={<PageLoader />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

/** Seen only while it has the focus. Its style is in `index.html`. */
function SkipLink() {
  const text = useText('console')
  return (
    <a
      className="skip"
      href={`#${CONTENT_ID}`}
      onClick={event => {
        event.preventDefault()
        document.getElementById(CONTENT_ID)?.focus()
      }}
    >
      {text('skipToContent')}
    </a>
  )
}

function MenuLinks({ onFollow }: { onFollow(): void }) {
  const text = useText('console')
  const items = listNavigation(useMember())
  const groups = [...new Set(items.map(({ group }) => group))]
  // The menu of a partner has one group, which needs no name.
  if (groups.length === 1) return <ItemLinks items={items} onFollow={onFollow} />
  return groups.map(group => (
    <Box key={group} role="group" aria-labelledby={`menu-${group}`} mb="xs">
      <Text id={`menu-${group}`} size="xs" fw={600} c="dimmed" px="sm" py={4}>
        {text(`group_${group}`)}
      </Text>
      <ItemLinks items={items.filter(item => item.group === group)} onFollow={onFollow} />
    </Box>
  ))
}

function ItemLinks({ items, onFollow }: { items: readonly NavigationItem[]; onFollow(): void }) {
  const text = useText('console')
  const { pathname } = useLocation()
  return items.map(({ to, label, icon: Icon }) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={text(label)}
      leftSection={<Icon size={18} />}
      active={pathname === to || pathname.startsWith(`${to}/`)}
      onClick={onFollow}
    />
  ))
}

/** Any answer that says the session has ended asks for the session again, which shows the sign-in. */
function useSessionEnd(): void {
  const client = useQueryClient()
  useEffect(() => {
    const onError = (error: unknown) => {
      const isEnd = typeof error === 'object' && error !== null && 'code' in error && error.code === NO_SESSION_CODE
      if (isEnd) void client.invalidateQueries(sessionQuery)
    }
    const stopQueries = client.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error)
    })
    const stopMutations = client.getMutationCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'error') onError(event.action.error)
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [client])
}
