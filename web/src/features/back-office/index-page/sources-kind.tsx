import { deleteSource, type Source } from '@earmark/contract/sources.ts'
import { call } from '../../../lib/api.ts'
import { indexMessages } from '../messages.ts'
import { AddByFeedButton } from '../sources/add-by-feed.tsx'
import { sourceMessages as messages } from '../sources/messages.ts'
import { askWhatBecomes } from '../sources/remove-dialog.tsx'
import { SourceActions } from '../sources/source-actions.tsx'
import { sourcePage } from '../sources/source-calls.ts'
import { EpisodesOfSource } from '../sources/episodes-of-source.tsx'
import { nextWords, SourceState } from '../sources/source-state.tsx'
import type { IndexKind } from './use-index-table.ts'

const { columns: headings } = messages

function removeSource({ id }: Source, podcast = false): Promise<unknown> {
  return call(deleteSource, { params: { id }, querystring: { podcast } })
}

/** The table of the feeds that podcasts are made from. */
export const sources: IndexKind<'sources', Source> = {
  table: 'sources',
  kind: 'sources',
  page: sourcePage,
  nameOf: ({ podcastName }) => messages.nameOf(podcastName),
  remove: removeSource,
  howToRemove: async ({ podcastName }) => {
    const becomes = await askWhatBecomes(podcastName)
    return becomes && ((source) => removeSource(source, becomes === 'goes'))
  },
  editLink: ({ podcastId }) => ({ to: '/edit/podcasts/$id', params: { id: String(podcastId) } }),
  headAction: <AddByFeedButton />,
  actions: (source) => <SourceActions source={source} />,
  columns: [
    { heading: indexMessages.columns.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
    { heading: headings.podcast, kind: 'name', cell: ({ podcastName }) => podcastName },
    { heading: headings.address, cell: ({ url }) => <bdi>{url}</bdi> },
    {
      heading: headings.state,
      kind: 'field',
      cell: (source) => <SourceState key={source.checkedAt} source={source} />,
    },
    {
      heading: headings.next,
      kind: 'number',
      sortBy: 'nextAt',
      cell: (source) => nextWords(source, Date.now()),
    },
    { heading: headings.failures, kind: 'number', sortBy: 'failures', cell: ({ failures }) => failures },
    {
      heading: headings.episodes,
      kind: 'number',
      cell: (source) => <EpisodesOfSource source={source} />,
    },
  ],
}
