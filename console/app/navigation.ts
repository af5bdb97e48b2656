import IconHistory from '@tabler/icons-react/icons/IconHistory'
import IconUsers from '@tabler/icons-react/icons/IconUsers'
import type { ComponentType } from 'react'
import type { Role } from '../api/use-session.js'
import type { TextOf } from '../i18n/parts.js'

export interface NavigationItem {
  to: string
  label: Parameters<TextOf<'console'>>[0]
  icon: ComponentType<{ size?: number }>
  /** Who sees it besides owners. */
  roles: readonly Role[]
  /** A page about one partner: of their members, and of operators who have chosen the partner. */
  isOfPartner?: boolean
}

/** In the order of the menu. The first that a role sees is its first page. */
export const navigation: readonly NavigationItem[] = [
  { to: '/members', label: 'members', icon: IconUsers, roles: [] },
  { to: '/audit', label: 'audit', icon: IconHistory, roles: ['analyst'] }
]

/** `hasPartner`: the member belongs to a partner, or has chosen one to look at. */
export const listNavigation = (role: Role, hasPartner: boolean): NavigationItem[] =>
  navigation.filter(
    ({ roles, isOfPartner = false }) => (role === 'owner' || roles.includes(role)) && (!isOfPartner || hasPartner)
  )
