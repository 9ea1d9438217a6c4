import { getCreator } from '@earmark/contract/creators.ts'
import type { CreditRole } from '@earmark/contract/credits.ts'
import { listWorks, pageWorkEpisodes } from '@earmark/contract/works.ts'
import { redirect } from '@tanstack/react-router'
import { apiQuery, load } from '../../../lib/query-client.ts'

export function creator(id: number) {
  return apiQuery(getCreator, { params: { id } })
}

export function works(id: number) {
  return apiQuery(listWorks, { params: { id } })
}

export const episodesAtOnce = 6

export function episodes(id: number, role: CreditRole, pageNumber: number) {
  const querystring = { pageNumber, pageSize: episodesAtOnce, role: [role] }
  return apiQuery(pageWorkEpisodes, { params: { id }, querystring })
}

/** For the page's loader. @throws the router's redirect to the creator that this one was merged into */
export async function loadCreatorPage(id: number): Promise<void> {
  const [found] = await Promise.all([load(creator(id)), load(works(id))])
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own way
  if (found.id !== id)
    throw redirect({ to: '/creators/$id', params: { id: String(found.id) }, replace: true })
}
