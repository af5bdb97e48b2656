import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { ActionError } from './action-error.js'
import type { ActionResponse } from './action-types.js'
import { sendQuery, setCsrfToken } from './send-action.js'

export type Session = ActionResponse<'/console/api/session'>
export type Member = NonNullable<Session['member']>
export type Role = Member['role']

const SESSION_CHECK_MS = 5 * 60_000

export const sessionQuery = queryOptions<Session, ActionError>({
  queryKey: ['/console/api/session'],
  queryFn: async ({ signal }) => {
    const session = await sendQuery('/console/api/session', {}, signal)
    setCsrfToken(session.csrf_token)
    return session
  },
  staleTime: SESSION_CHECK_MS,
  refetchInterval: SESSION_CHECK_MS
})

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** For pages below the shell, which only signed-in members see. */
export function useMember(): Member {
  const { member } = useSession()
  if (member === null) throw new Error('nobody is signed in')
  return member
}
