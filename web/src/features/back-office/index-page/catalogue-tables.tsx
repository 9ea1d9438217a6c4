import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import { pagePodcasts, type Podcast } from '@earmark/contract/podcasts.ts'
import { Link } from '@tanstack/react-router'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Flag } from '../../../ui/table/flag.tsx'
import { Picture } from '../../../ui/table/picture.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { indexMessages, tableMessages } from '../messages.ts'
import type { IndexSearch } from './index-search.ts'
import { IndexTable } from './index-table.tsx'
import { createLook, editLook } from './link-looks.tsx'
import type { IndexKind } from './use-index-table.ts'

const { columns: headings } = indexMessages

type Titled = Cover & { id: number; name: string; description: string | null }

const facts: readonly Column<Titled, 'id' | 'name'>[] = [
  { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
  { heading: headings.name, kind: 'name', sortBy: 'name', cell: ({ name }) => name },
  {
    heading: headings.coverImage,
    kind: 'picture',
    cell: ({ coverImageUrl, name }) => <Picture src={coverImageUrl} alt={indexMessages.coverOf(name)} />,
  },
  {
    heading: headings.coverImagePreview,
    kind: 'picture',
    cell: ({ coverImagePreviewUrl, name }) => (
      <Picture src={coverImagePreviewUrl} alt={indexMessages.previewOf(name)} />
    ),
  },
  { heading: headings.description, cell: ({ description }) => description },
]

const audioBooks: IndexKind<'audioBooks', AudioBook> = {
  table: 'audioBooks',
  kind: 'audio-books',
  page: (querystring) => apiQuery(pageAudioBooks, { querystring }),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deleteAudioBook, { params: { id } }),
}

const audioBookColumns: readonly Column<AudioBook, 'id' | 'name'>[] = [
  ...facts,
  { heading: headings.audio, kind: 'flag', cell: ({ audioUrl }) => <Flag on={audioUrl !== null} /> },
  { heading: headings.readersCount, kind: 'number', cell: ({ readers }) => readers.length },
]

function editAudioBook({ id, name }: AudioBook) {
  return <Link to="/edit/audio-books/$id" params={{ id: String(id) }} {...editLook(name)} />
}

export function AudioBooksTable({ search }: { search: IndexSearch }) {
  return (
    <IndexTable
      kind={audioBooks}
      search={search}
      columns={audioBookColumns}
      create={<Link to="/edit/audio-books/create" {...createLook(tableMessages.audioBooks.create)} />}
      actions={editAudioBook}
    />
  )
}

const podcasts: IndexKind<'podcasts', Podcast> = {
  table: 'podcasts',
  kind: 'podcasts',
  page: (querystring) => apiQuery(pagePodcasts, { querystring }),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deletePodcast, { params: { id } }),
}

const podcastColumns: readonly Column<Podcast, 'id' | 'name'>[] = [
  ...facts,
  { heading: headings.episodesCount, kind: 'number', cell: ({ episodesCount }) => episodesCount },
  { heading: headings.voicersCount, kind: 'number', cell: ({ voicers }) => voicers.length },
]

function editPodcast({ id, name }: Podcast) {
  return <Link to="/edit/podcasts/$id" params={{ id: String(id) }} {...editLook(name)} />
}

export function PodcastsTable({ search }: { search: IndexSearch }) {
  return (
    <IndexTable
      kind={podcasts}
      search={search}
      columns={podcastColumns}
      create={<Link to="/edit/podcasts/create" {...createLook(tableMessages.podcasts.create)} />}
      actions={editPodcast}
    />
  )
}
