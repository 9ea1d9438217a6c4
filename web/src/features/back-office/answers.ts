/** The cache of responses follows what editors change; their forms show what the server has now. */
import { type ApiQuery, queryClient } from '../../lib/query-client.ts'
import { showFailure } from './attempt.ts'

/** Paths of the calls whose responses contain records of a kind. */
const places = {
  'audio-books':
    /^\/(audio-books|edit\/(audio-books|collections)|creators|series|genres|collections|libraries|positions)/,
  podcasts: /^\/(podcasts|edit\/(podcasts|collections)|creators|genres|collections|libraries|positions)/,
  // Their nicknames are part of every record that they read or speak in.
  creators: /^\/(creators|audio-books|podcasts|series|collections|search|edit|libraries)/,
  // Their names are part of their audio books.
  series: /^\/(series|audio-books|edit|collections|libraries|positions)/,
  collections: /^\/(collections|edit\/collections)/,
  // Their names are part of audio books and podcasts.
  genres: /^\/(genres|audio-books|podcasts|edit|search)/,
  // Their podcasts are followed by whoever adds them.
  sources: /^\/(sources|podcasts|edit\/podcasts|creators|genres|follows|libraries|positions)/,
  users: /^\/users/,
} as const

export type AnswerKind = keyof typeof places

const ofOneRecord = /\/\d+(\/overview)?$|\/[\da-f-]{36}$/

/** After a change of this kind: what is on the screen is loaded again now, everything else when it is shown. */
export async function forgetAnswers(kind: AnswerKind): Promise<void> {
  const at = ([, path]: readonly unknown[]) => places[kind].test(String(path))
  // A page of one record shows what is cached; a list may show it while it loads.
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => at(queryKey) && ofOneRecord.test(String(queryKey[1])),
  })
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => at(queryKey) })
}

/** After a change of a record that stays on the screen; a failure to load it again shows a toast. */
export async function reload(
  kind: AnswerKind,
  { queryKey }: Pick<ApiQuery<unknown>, 'queryKey'>,
  failed: string,
) {
  await forgetAnswers(kind)
  const error = queryClient.getQueryState(queryKey)?.error
  if (error) showFailure(failed, error)
}

/** Why the router loads; a link that is only hovered over shows no failure. */
export type LoadCause = 'preload' | 'enter' | 'stay'

/** For a form's loader: the record as it is now. A failure shows a toast and the not-found page. */
export async function loadForEditing<Answer>(
  query: ApiQuery<Answer>,
  failed: string,
  cause: LoadCause,
): Promise<Answer> {
  try {
    return await queryClient.query({ ...query, staleTime: 0 })
  } catch (error) {
    if (cause !== 'preload') showFailure(failed, error)
    throw error
  }
}
