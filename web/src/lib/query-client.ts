import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  requestPath,
} from '@earmark/contract/endpoint.ts'
import { CancelledError, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, call } from './api.ts'
import { firstData } from './request.ts'

const freshMilliseconds = 60_000

export const queryClient = new QueryClient({
  // oxlint-disable-next-line no-console -- required by the specification
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: {
      staleTime: freshMilliseconds,
      // Queries without a connection wait for it (`connection.ts`) before each try.
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 ? failures < 3 : failures < 1 && error.passing),
      retryDelay: 800,
    },
  },
})

export interface ApiQuery<Answer> {
  queryKey: readonly ['api', string]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

/** One call as a query. Its key is the call's path, as in the page's first data. */
export function apiQuery<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): ApiQuery<EndpointOutput<E>> {
  return {
    queryKey: ['api', requestPath(endpoint, input as object)],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  }
}

/** Prefetches; a failure is shown by the query's own component. */
export function prefetch(query: ApiQuery<unknown>): void {
  queryClient.query(query).catch(() => undefined)
}

/** @param staleTime milliseconds */
export async function load<Answer>(
  query: ApiQuery<Answer>,
  staleTime: number | 'static' = 'static',
): Promise<Answer> {
  try {
    return await queryClient.query({ ...query, staleTime })
  } catch (error) {
    // A reset of private answers cancels queries in flight.
    const isReset = error instanceof CancelledError && queryClient.getQueryState(query.queryKey) !== undefined
    if (isReset) return load(query, staleTime)
    throw error
  }
}

for (const [path, answer] of Object.entries(firstData.answers)) {
  queryClient.setQueryData(['api', path], answer)
}

const ownPaths = /^\/(users|libraries|follows|shelves|positions|bookmarks|devices|edit)\//
const ownOrPodcast = new RegExp(`${ownPaths.source}|^/podcasts/\\d`)
const privatePaths = firstData.access ? /^/ : firstData.sources === 'listeners' ? ownOrPodcast : ownPaths

/** Drops the answers of one account, podcasts that it may have for itself with them; in a members' library all. @param isAskedAgain whether shown ones are fetched again */
export function forgetPrivateAnswers(isAskedAgain: boolean): void {
  const predicate = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
    privatePaths.test(String(path))
  if (isAskedAgain) void queryClient.resetQueries({ predicate })
  else queryClient.removeQueries({ predicate })
}
