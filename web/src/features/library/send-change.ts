import { listEpisodeIds } from '@earmark/contract/episode-lists.ts'
import { followPodcast, unfollowPodcast } from '@earmark/contract/follows.ts'
import {
  addAllToLibrary,
  addToLibrary,
  type LibraryEntry,
  maxItemsAtOnce,
  removeAllFromLibrary,
  removeFromLibrary,
} from '@earmark/contract/library.ts'
import { ApiError, call } from '../../lib/api.ts'
import { load, queryClient } from '../../lib/query-client.ts'
import { followsQuery, knownShelf, libraryQuery, noteChange } from './library-query.ts'
import type { Change, Subject } from './membership.ts'

/**
 * Makes the calls of a change and updates the cached library; the calls of a long podcast one after another.
 * @throws {ApiError}
 */
export async function sendChange({ subject, wanted }: Change): Promise<void> {
  if (wanted) await add(subject)
  else await remove(subject)
}

async function add(subject: Subject): Promise<void> {
  if (subject.kind !== 'podcast') {
    const { id } = subject
    const body =
      subject.kind === 'audio-book'
        ? { audioBookId: id }
        : { podcastId: subject.podcastId, podcastEpisodeId: id }
    return await noteAdded([await call(addToLibrary, { body })])
  }
  await call(followPodcast, { params: { id: subject.id }, body: {} })
  const episodeIds = await call(listEpisodeIds, {
    params: { id: subject.id },
    querystring: { sortBy: 'number', sortOrder: 'asc', search: '' },
  })
  for (const ids of parts(episodeIds)) {
    const body = ids.map((podcastEpisodeId) => ({ podcastId: subject.id, podcastEpisodeId }))
    await noteAdded(await call(addAllToLibrary, { body }))
  }
  await queryClient.refetchQueries(followsQuery)
}

async function remove(subject: Subject): Promise<void> {
  await load(libraryQuery)
  if (subject.kind !== 'podcast') {
    for (const { id } of knownOf(subject)) await removeOne(id)
    return
  }
  await unfollow(subject.id)
  await removeAll(subject).catch(async (error: unknown) => {
    if (!isGone(error)) throw error
    // Another tab has removed some already, and the server removes all or none.
    await queryClient.refetchQueries(libraryQuery)
    await removeAll(subject)
  })
}

/** New episodes may have become entries that are not known here. */
async function unfollow(id: number): Promise<void> {
  await load(followsQuery)
  if (!knownShelf().followed.has(id)) return
  await call(unfollowPodcast, { params: { id } })
  await Promise.all([followsQuery, libraryQuery].map((query) => queryClient.refetchQueries(query)))
}

async function removeAll(subject: Subject): Promise<void> {
  for (const ids of parts(knownOf(subject).map(({ id }) => id))) {
    await call(removeAllFromLibrary, { body: ids })
    await noteRemoved(ids)
  }
}

async function removeOne(entryId: number): Promise<void> {
  await call(removeFromLibrary, { params: { entryId } }).catch((error: unknown) => {
    // Another tab has removed it already.
    if (!isGone(error)) throw error
  })
  await noteRemoved([entryId])
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

function knownOf(subject: Subject): LibraryEntry[] {
  const shelf = knownShelf()
  if (subject.kind === 'audio-book') return [shelf.audioBooks.get(subject.id) ?? []].flat()
  if (subject.kind === 'episode') return [shelf.podcasts.get(subject.podcastId)?.get(subject.id) ?? []].flat()
  return [...(shelf.podcasts.get(subject.id)?.values() ?? [])]
}

async function noteAdded(added: readonly LibraryEntry[]): Promise<void> {
  await noteChange((entries) => {
    const known = new Set(entries.map(({ id }) => id))
    return [...added.filter(({ id }) => !known.has(id)), ...entries]
  })
}

async function noteRemoved(ids: readonly number[]): Promise<void> {
  const gone = new Set(ids)
  await noteChange((entries) => entries.filter(({ id }) => !gone.has(id)))
}

function parts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / maxItemsAtOnce)
  return Array.from({ length: count }, (_, part) =>
    items.slice(part * maxItemsAtOnce, (part + 1) * maxItemsAtOnce),
  )
}
