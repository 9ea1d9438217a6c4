import {
  addSource,
  checkSource,
  getSource,
  type KeepPolicy,
  type NewSource,
  pageSources,
  type Source,
  type SourcedField,
  type SourceSortField,
  updateSource,
} from '@earmark/contract/sources.ts'
import { type PagedQuery, pagedQuery } from '@earmark/contract/paging.ts'
import { create } from 'zustand'
import { answerTo, call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { request } from '../../../lib/request.ts'
import { forgetAnswers } from '../answers.ts'

type SourcePageQuery = Omit<PagedQuery, 'sortBy'> & { sortBy: SourceSortField }

export const sourcePage = (querystring: SourcePageQuery) => apiQuery(pageSources, { querystring })

/** The source of a podcast, if it has one. */
export const sourceOf = (podcastId: number) =>
  apiQuery(pageSources, { querystring: { ...pagedQuery<SourceSortField>({ sortBy: 'id' }), podcastId } })

export interface AddedSource {
  source: Source
  /** False for a feed that a podcast was made from before. */
  isNew: boolean
}

/** The status alone says whether the podcast is new. */
export async function addedSource(body: NewSource): Promise<AddedSource> {
  let status = 0
  const source = await answerTo(addSource, async (accessToken) => {
    const response = await request(addSource, { body }, accessToken)
    status = response.status
    return response
  })
  await forgetAnswers('sources')
  return { source, isNew: status === 201 }
}

/** What is not given stays as it is. */
export async function changeSource(
  { id, url, keep, state }: Source,
  change: {
    url?: string
    state?: 'active' | 'paused'
    detached?: SourcedField[]
    keep?: KeepPolicy
    keepCount?: number
  },
): Promise<void> {
  const body = { id, url, keep, state: state === 'paused' ? 'paused' : 'active', ...change } as const
  await call(updateSource, { params: { id }, body })
  await forgetAnswers('sources')
}

/** The sources that somebody here has just asked to be checked. */
export const useChecking = create<ReadonlySet<number>>(() => new Set())

const askedEveryMs = 1_000
const patienceMs = 60_000

type CheckEnd = 'ended' | 'waits' | { readonly heldUntil: string }

/** Resolves when the check has ended, well or not, or within a minute with what it waits for. */
export async function checkNow({ id, checkedAt }: Source): Promise<CheckEnd> {
  await call(checkSource, { params: { id } })
  useChecking.setState((ids) => new Set([...ids, id]), true)
  try {
    const end = Date.now() + patienceMs
    while (Date.now() < end) {
      await new Promise((resume) => setTimeout(resume, askedEveryMs))
      const source = await call(getSource, { params: { id } })
      if (source.checkedAt !== checkedAt) return 'ended'
      // Its host has asked for time. A machine without time for it tries again a minute later.
      if (source.nextAt !== null && Date.parse(source.nextAt) > end + patienceMs)
        return { heldUntil: source.nextAt }
    }
    return 'waits'
  } finally {
    useChecking.setState((ids) => new Set([...ids].filter((one) => one !== id)), true)
    await forgetAnswers('sources')
  }
}
