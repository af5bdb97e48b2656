import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '../api/use-session.js'

/** Reads the new session, then opens the page that asked for the sign-in. */
export function useEnterConsole(back?: string): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    router.history.push(`/console${back ?? '/'}`)
  }
}
