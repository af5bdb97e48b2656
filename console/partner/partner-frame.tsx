import { type ReactNode, Suspense } from 'react'
import { useMember } from '../api/use-session.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { PageLoader } from '../ui/page-loader.js'

export const ChosenPartner = lazyWithRetry(() => import('./chosen-partner.js').then(module => module.ChosenPartner))

/** Around every page of a partner. Operators choose above it whose pages they see. */
export function PartnerFrame({ children }: { children: ReactNode }) {
  const { partner } = useMember()
  if (partner !== null) return children
  return (
    <Suspense fallback={<PageLoader />}>
      <ChosenPartner>{children}</ChosenPartner>
    </Suspense>
  )
}
