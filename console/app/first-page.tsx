import { Navigate } from '@tanstack/react-router'
import { useMember } from '../api/use-session.js'
import { listNavigation } from './navigation.js'

/** Leads to the first page that the member may see. */
export function FirstPage() {
  const [first] = listNavigation(useMember())
  return <Navigate to={first?.to ?? '/account'} replace />
}
