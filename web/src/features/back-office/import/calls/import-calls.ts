import {
  getImport,
  type Import,
  type ImportBook,
  type ImportState,
  type NewImport,
  startImport,
} from '@earmark/contract/imports.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import { answerTo, ApiError, call } from '../../../../lib/api.ts'
import { type ApiQuery, apiQuery, queryClient } from '../../../../lib/query-client.ts'
import { brokenOff, firstData, headersFor } from '../../../../lib/request.ts'

const runningStates: readonly ImportState[] = ['Queued', 'Walking', 'Looking', 'Applying']

/** Whether it goes on by itself. */
export function isRunning({ state }: Pick<Import, 'state'>): boolean {
  return runningStates.includes(state)
}

interface Tagged {
  readonly tag: string
  readonly body: unknown
}

const lastAnswers = new Map<number, Tagged>()

/** An import as it is now: asked with the last answer's tag, so that nothing new costs no body. */
export function importQuery(id: number): ApiQuery<Import> {
  const input = { params: { id } }
  const { queryKey } = apiQuery(getImport, input)
  return {
    queryKey,
    queryFn: ({ signal }) =>
      answerTo(getImport, async (accessToken) => {
        const last = lastAnswers.get(id)
        const headers = headersFor(getImport, accessToken, false)
        if (last) headers.set('If-None-Match', last.tag)
        const response = await askedFor(firstData.apiRoot + requestPath(getImport, input), headers, signal)
        if (response.status === 304 && last) return Response.json(last.body)
        if (!response.ok) return response
        const body: unknown = await response.json().catch((cause: unknown) => {
          throw brokenOff(cause, signal)
        })
        const tag = response.headers.get('ETag')
        if (tag) lastAnswers.set(id, { tag, body })
        return Response.json(body)
      }),
  }
}

async function askedFor(address: string, headers: Headers, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { headers, signal, cache: 'no-store' })
  } catch (cause) {
    throw brokenOff(cause, signal)
  }
}

/** All lists of imports, of folders and of their books. */
export async function forgetImports(): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => /^\/import(s|-folders)/.test(String(queryKey[1])),
  })
}

/** The id of the new import, or of the one that is on its way already. */
export async function startedImport(body: NewImport): Promise<{ id: number; isNew: boolean }> {
  try {
    const { id } = await call(startImport, { body })
    return { id, isNew: true }
  } catch (error) {
    const current = currentOf<{ id: number }>(error, 'ImportRunning')
    if (current === undefined) throw error
    return { id: current.id, isNew: false }
  } finally {
    void forgetImports()
  }
}

/** What there is instead, where a refusal tells. */
export function currentOf<Current extends object>(error: unknown, code: string): Current | undefined {
  if (!(error instanceof ApiError)) return undefined
  const item = error.items.find((one) => one.code === code)
  return (item?.current as Current | null | undefined) ?? undefined
}

export function titleOf(book: ImportBook): string | null {
  const { value } = book.fields.title
  return typeof value === 'string' && value !== '' ? value : null
}
