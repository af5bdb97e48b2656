import { useMember } from '../api/use-session.js'

/** Analysts look at orders and viewers, and change nothing. */
export function useCanChange(): boolean {
  const { role } = useMember()
  return role === 'owner' || role === 'support'
}
