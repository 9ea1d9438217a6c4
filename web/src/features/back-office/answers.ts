/** What editors see is what the server has now; what listeners have in their cache follows what editors change. */
import { type ApiQuery, queryClient } from '../../lib/query-client.ts'
import { sayFailure } from './attempt.ts'

/** Answers in which a record of this kind may appear, by the beginning of their paths. */
const places = {
  'audio-books': /^\/(audio-books|libraries|positions)/,
  podcasts: /^\/(podcasts|libraries|positions)/,
  // Their nicknames stand beside everything that they read or speak in.
  creators: /^\/(creators|audio-books|podcasts|libraries)/,
  users: /^\/users/,
} as const

export type AnswerKind = keyof typeof places

const ofOneRecord = /\/\d+$|\/[\da-f-]{36}$/

/** Something of this kind was changed: what is on the screen is asked for again, everything else when it is shown. */
export async function forgetAnswers(kind: AnswerKind): Promise<void> {
  const at = ([, path]: readonly unknown[]) => places[kind].test(String(path))
  // A page of one record shows what it finds; a list may show what it had while it asks.
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => at(queryKey) && ofOneRecord.test(String(queryKey[1])),
  })
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => at(queryKey) })
}

/** For a record that was changed and stays on the screen: forgets, and says when it could not be asked for again. */
export async function reload(
  kind: AnswerKind,
  { queryKey }: Pick<ApiQuery<unknown>, 'queryKey'>,
  failed: string,
) {
  await forgetAnswers(kind)
  const error = queryClient.getQueryState(queryKey)?.error
  if (error) sayFailure(failed, error)
}

interface Loading {
  /** Why the router loads: a link that is merely hovered makes no noise. */
  cause: 'preload' | 'enter' | 'stay'
}

/** For a form's loader: the record as it is now. Its failure is said, and then the not-found page's matter. */
export async function loadForEditing<Answer>(
  query: ApiQuery<Answer>,
  failed: string,
  { cause }: Loading,
): Promise<Answer> {
  try {
    return await queryClient.query({ ...query, staleTime: 0 })
  } catch (error) {
    if (cause !== 'preload') sayFailure(failed, error)
    throw error
  }
}
