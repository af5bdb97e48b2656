import IconActivity from '@tabler/icons-react/icons/IconActivity'
import IconBuilding from '@tabler/icons-react/icons/IconBuilding'
import IconChartBar from '@tabler/icons-react/icons/IconChartBar'
import IconChecklist from '@tabler/icons-react/icons/IconChecklist'
import IconCode from '@tabler/icons-react/icons/IconCode'
import IconCoins from '@tabler/icons-react/icons/IconCoins'
import IconFlask from '@tabler/icons-react/icons/IconFlask'
import IconHeartbeat from '@tabler/icons-react/icons/IconHeartbeat'
import IconHistory from '@tabler/icons-react/icons/IconHistory'
import IconKey from '@tabler/icons-react/icons/IconKey'
import IconMail from '@tabler/icons-react/icons/IconMail'
import IconMessage from '@tabler/icons-react/icons/IconMessage'
import IconMovie from '@tabler/icons-react/icons/IconMovie'
import IconPhotoCheck from '@tabler/icons-react/icons/IconPhotoCheck'
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay'
import IconReceipt2 from '@tabler/icons-react/icons/IconReceipt2'
import IconSearch from '@tabler/icons-react/icons/IconSearch'
import IconShoppingBag from '@tabler/icons-react/icons/IconShoppingBag'
import IconSpeakerphone from '@tabler/icons-react/icons/IconSpeakerphone'
import IconTransfer from '@tabler/icons-react/icons/IconTransfer'
import IconUsers from '@tabler/icons-react/icons/IconUsers'
import IconUsersGroup from '@tabler/icons-react/icons/IconUsersGroup'
import type { ComponentType } from 'react'
import type { Member, Role } from '../api/use-session.js'
import type { TextOf } from '../i18n/parts.js'

/** Each has a label in the menu, `group_` and its name. */
export type NavigationGroup = 'daily' | 'support' | 'content' | 'partner' | 'management'

export interface NavigationItem {
  to: string
  label: Parameters<TextOf<'console'>>[0]
  icon: ComponentType<{ size?: number }>
  /** Who sees it besides owners. */
  roles: readonly Role[]
  /** Of the partners, only members who manage the others see it. */
  isForPartnerAdmins?: boolean
  group: NavigationGroup
}

/** Partners, and operators, who choose on the page whose numbers they see. */
const PARTNER_ROLES: readonly Role[] = ['partner', 'editor', 'analyst']

/** In the order of the menu. The first that a role sees is its first page. */
export const navigation: readonly NavigationItem[] = [
  {
    group: 'daily',
    to: '/today',
    label: 'today',
    icon: IconActivity,
    roles: ['editor', 'reviewer', 'support', 'analyst']
  },
  { group: 'daily', to: '/reviews', label: 'reviews', icon: IconPhotoCheck, roles: ['reviewer', 'support', 'analyst'] },
  { group: 'support', to: '/search', label: 'search', icon: IconSearch, roles: ['support', 'analyst'] },
  { group: 'support', to: '/orders', label: 'orders', icon: IconReceipt2, roles: ['support', 'analyst'] },
  { group: 'support', to: '/feedback', label: 'feedback', icon: IconMessage, roles: ['support', 'analyst'] },
  { group: 'support', to: '/coin-requests', label: 'coinRequests', icon: IconCoins, roles: ['support', 'analyst'] },
  { group: 'content', to: '/dramas', label: 'dramas', icon: IconMovie, roles: ['editor', 'support', 'analyst'] },
  {
    group: 'content',
    to: '/campaigns',
    label: 'campaigns',
    icon: IconSpeakerphone,
    roles: ['editor', 'support', 'analyst']
  },
  { group: 'content', to: '/partners', label: 'partners', icon: IconBuilding, roles: ['editor', 'analyst'] },
  {
    group: 'content',
    to: '/products',
    label: 'products',
    icon: IconShoppingBag,
    roles: ['editor', 'support', 'analyst']
  },
  { group: 'partner', to: '/partner/report', label: 'partnerReport', icon: IconChartBar, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/retention', label: 'partnerRetention', icon: IconPlayerPlay, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/postbacks', label: 'partnerPostbacks', icon: IconTransfer, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/links', label: 'partnerLinks', icon: IconCode, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/experiments', label: 'partnerExperiments', icon: IconFlask, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/self-test', label: 'partnerSelfTest', icon: IconChecklist, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/schedules', label: 'partnerSchedules', icon: IconMail, roles: PARTNER_ROLES },
  { group: 'partner', to: '/partner/keys', label: 'partnerKeys', icon: IconKey, roles: PARTNER_ROLES },
  {
    group: 'partner',
    to: '/partner/members',
    label: 'partnerMembers',
    icon: IconUsersGroup,
    roles: ['partner'],
    isForPartnerAdmins: true
  },
  { group: 'management', to: '/members', label: 'members', icon: IconUsers, roles: [] },
  { group: 'management', to: '/health', label: 'health', icon: IconHeartbeat, roles: ['editor', 'support', 'analyst'] },
  { group: 'management', to: '/audit', label: 'audit', icon: IconHistory, roles: ['analyst'] }
]

export const listNavigation = ({
  role,
  is_partner_admin: isPartnerAdmin
}: Pick<Member, 'role' | 'is_partner_admin'>): NavigationItem[] =>
  navigation.filter(({ roles, isForPartnerAdmins = false }) =>
    // Owners reach the members of a partner from its page, so that two entries of the menu do not have the same name.
    isForPartnerAdmins ? role === 'partner' && isPartnerAdmin : role === 'owner' || roles.includes(role)
  )
