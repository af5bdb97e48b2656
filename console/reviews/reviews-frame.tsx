import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMember } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { Page } from '../ui/page.js'
import { mayReview } from './review-roles.js'

const pages = [
  { to: '/reviews', label: 'queue' },
  { to: '/reviews/decided', label: 'decided' },
  { to: '/reviews/held', label: 'held' }
] as const

export const useMayReview = () => mayReview(useMember().role)

interface ReviewsFrameProps {
  lead?: ReactNode
  /** Beside the links. */
  actions?: ReactNode
  children: ReactNode
}

/** Title and the links between the pages of reviews. */
export function ReviewsFrame({ lead, actions, children }: ReviewsFrameProps) {
  const text = useText('console-reviews')
  const general = useText('console')
  const { pathname } = useLocation()
  const mayReview = useMayReview()
  return (
    <Page title={general('reviews')} {...(lead !== undefined && { lead })}>
      <Group justify="space-between" gap="sm">
        <Group component="nav" aria-label={general('reviews')} gap="xs">
          {pages
            .filter(({ to }) => mayReview || to !== '/reviews')
            .map(({ to, label }) => (
              <Button
                key={to}
                component={Link}
                to={to}
                size="xs"
                variant={pathname === to ? 'filled' : 'default'}
                {...(pathname === to && { 'aria-current': 'page' })}
              >
                {text(label)}
              </Button>
            ))}
        </Group>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Page>
  )
}
