import type { QueryClient } from '@tanstack/react-query'
import { actionQuery, type CursorPath, listQuery } from './action-queries.js'
import type { ActionRequest, QueryPath } from './action-types.js'

/** Sends a request of `useActionQuery` with the same path and request early. Errors show in the page, which asks again. */
export const prefetchQuery = <Path extends QueryPath>(client: QueryClient, path: Path, request: ActionRequest<Path>) =>
  client.prefetchQuery(actionQuery(path, request))

/** The same for `useActionList`. */
export const prefetchList = <Path extends CursorPath>(
  client: QueryClient,
  path: Path,
  request: Omit<ActionRequest<Path>, 'cursor'>
) => client.prefetchInfiniteQuery(listQuery(path, request))
