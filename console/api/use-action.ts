import {
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { ActionError } from './action-error.js'
import { actionQuery, type CursorPath, listQuery } from './action-queries.js'
import type { ActionRequest, ActionResponse, ListItem, MutationPath, QueryPath } from './action-types.js'
import { sendMutation } from './send-action.js'

interface QueryOptions {
  isEnabled?: boolean
  refetchIntervalMs?: number
}

/** Reads once per path and request, until a mutation of `useActionMutation` says that it changed. */
export function useActionQuery<Path extends QueryPath>(
  path: Path,
  request: ActionRequest<Path>,
  { isEnabled = true, refetchIntervalMs }: QueryOptions = {}
): UseQueryResult<ActionResponse<Path>, ActionError> {
  return useQuery({
    ...actionQuery(path, request),
    enabled: isEnabled,
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs })
  })
}

export interface ActionList<Item> {
  items: readonly Item[]
  query: Pick<
    UseInfiniteQueryResult<unknown, ActionError>,
    'isPending' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetching'
  >
}

/** A list that the server pages by cursor. */
export function useActionList<Path extends CursorPath>(
  path: Path,
  request: Omit<ActionRequest<Path>, 'cursor'>
): ActionList<ListItem<Path>> {
  const query = useInfiniteQuery(listQuery(path, request))
  const pages = (query.data?.pages ?? []) as unknown as readonly { list: ListItem<Path>[] }[]
  const shown = query as unknown as ActionList<ListItem<Path>>['query']
  return { items: pages.flatMap(({ list }) => list), query: shown }
}

interface MutationOptions<Path extends MutationPath> {
  /** Queries that are read again after it. */
  changes?: readonly QueryPath[]
  onSuccess?(answer: ActionResponse<Path>, request: ActionRequest<Path>): void
}

interface SentRequest<Answer> {
  body: string
  key: string
  /** Null once it got no answer. */
  answer: Promise<Answer> | null
}

/**
 * A request that got no answer keeps its key, so that another try with the same values does it once. A double click
 * waits for the answer to its first click.
 */
export function useActionMutation<Path extends MutationPath>(
  path: Path,
  { changes = [], onSuccess }: MutationOptions<Path> = {}
): UseMutationResult<ActionResponse<Path>, ActionError, ActionRequest<Path>> {
  const client = useQueryClient()
  const pending = useRef<SentRequest<ActionResponse<Path>> | null>(null)
  const send = async (request: ActionRequest<Path>, sent: SentRequest<ActionResponse<Path>>) => {
    try {
      const answer = await sendMutation(path, request, sent.key)
      pending.current = null
      for (const changed of changes) void client.invalidateQueries({ queryKey: [changed] })
      onSuccess?.(answer, request)
      return answer
    } catch (error) {
      sent.answer = null
      if (!(error as ActionError).isTemporary) pending.current = null
      throw error
    }
  }
  return useMutation<ActionResponse<Path>, ActionError, ActionRequest<Path>>({
    mutationFn: request => {
      const body = JSON.stringify(request)
      const sent = pending.current?.body === body ? pending.current : { body, key: crypto.randomUUID(), answer: null }
      pending.current = sent
      sent.answer ??= send(request, sent)
      return sent.answer
    }
  })
}
