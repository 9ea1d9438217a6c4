import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  requestPath,
} from '@earmark/contract/endpoint.ts'
import { CancelledError, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, call } from './api.ts'
import { firstData } from './first-data.ts'

const freshMilliseconds = 60_000

export const queryClient = new QueryClient({
  // oxlint-disable-next-line no-console -- the specification wants failed loads in the console, too
  queryCache: new QueryCache({ onError: (error) => console.error(error) }),
  defaultOptions: {
    queries: {
      staleTime: freshMilliseconds,
      // What could not be sent waits for the server, see `connection.ts`, and then has a few tries.
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 ? failures < 3 : failures < 1 && error.passing),
      retryDelay: 800,
    },
  },
})

/** What `apiQuery` makes, by what it answers. */
export interface ApiQuery<Answer> {
  queryKey: readonly ['api', string]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
}

/** The cached answer of one call. Its key is the call's path, by which the server's first data is found as well. */
export function apiQuery<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): ApiQuery<EndpointOutput<E>> {
  return {
    queryKey: ['api', requestPath(endpoint, input as object)],
    queryFn: ({ signal }) => call(endpoint, input, signal),
  }
}

/** Sees to it that the answer is on its way; whoever shows it sees the failure. */
export function warm(query: ApiQuery<unknown>): void {
  queryClient.query(query).catch(() => undefined)
}

/** The answer, from the cache where it is there and not older than that; a failure is thrown. */
export async function load<Answer>(
  query: ApiQuery<Answer>,
  staleTime: number | 'static' = 'static',
): Promise<Answer> {
  try {
    return await queryClient.query({ ...query, staleTime })
  } catch (error) {
    // Forgotten on the way, as what another person had asked for; it is asked for again.
    const isReset = error instanceof CancelledError && queryClient.getQueryState(query.queryKey) !== undefined
    if (isReset) return load(query, staleTime)
    throw error
  }
}

for (const [path, answer] of Object.entries(firstData.answers)) {
  queryClient.setQueryData(['api', path], answer)
}

/** Under these paths answers belong to whoever is signed in. */
const privatePaths = /^\/(users|libraries|positions)\//

/** Drops them all. What is on the screen is asked for again, unless nobody is signed in any more. */
export function forgetPrivateAnswers(isAskedAgain: boolean): void {
  const predicate = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
    privatePaths.test(String(path))
  if (isAskedAgain) void queryClient.resetQueries({ predicate })
  else queryClient.removeQueries({ predicate })
}
