import type { QueryClient } from '@tanstack/react-query'
import type { FirstRequest } from '../app/first-requests.js'
import { actionQuery, listQuery } from './action-queries.js'

/** Sends a request of `useActionQuery` or `useActionList` early. Errors show in the page, which asks again. */
export const prefetch = (client: QueryClient, first: FirstRequest): Promise<void> =>
  first.isList
    ? client.prefetchInfiniteQuery(listQuery(first.path, first.request))
    : client.prefetchQuery(actionQuery(first.path, first.request))
