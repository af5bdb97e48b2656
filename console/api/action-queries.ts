import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActionError } from './action-error.js'
import type { ActionRequest, ActionResponse, QueryPath } from './action-types.js'
import { toListRequest } from './list-request.js'
import { sendQuery } from './send-action.js'

export type CursorPath = {
  [Path in QueryPath]: ActionResponse<Path> extends { list: readonly unknown[]; next_cursor: string | null }
    ? Path
    : never
}[QueryPath]

export const actionQuery = <Path extends QueryPath>(path: Path, request: ActionRequest<Path>) =>
  queryOptions<ActionResponse<Path>, ActionError>({
    queryKey: [path, request],
    queryFn: ({ signal }) => sendQuery(path, request, signal)
  })

/** A list that the server pages by cursor. */
export const listQuery = <Path extends CursorPath>(path: Path, request: Omit<ActionRequest<Path>, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: [path, request, 'list'],
    queryFn: ({ pageParam, signal }) =>
      sendQuery(path, toListRequest(request, pageParam) as ActionRequest<Path>, signal),
    initialPageParam: null as string | null,
    getNextPageParam: page => (page as { next_cursor: string | null }).next_cursor
  })
