/** The kinds of records that the back office has tables of. */
import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { type Creator, deleteCreator, pageCreators } from '@earmark/contract/creators.ts'
import { pageEditedAudioBooks, pageEditedPodcasts } from '@earmark/contract/edited-records.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { deleteUser, pageUsers, type User } from '@earmark/contract/users.ts'
import { KeyRound } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Flag } from '../../../ui/table/flag.tsx'
import { Picture } from '../../../ui/table/picture.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { indexMessages } from '../messages.ts'
import { startForgotPassword } from '../attempt.ts'
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

export const audioBooks: IndexKind<'audioBooks', AudioBook> = {
  table: 'audioBooks',
  kind: 'audio-books',
  page: (querystring) => apiQuery(pageEditedAudioBooks, { querystring }),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deleteAudioBook, { params: { id } }),
  createLink: { to: '/edit/audio-books/create' },
  editLink: ({ id }) => ({ to: '/edit/audio-books/$id', params: { id: String(id) } }),
  columns: [
    ...facts,
    { heading: headings.audio, kind: 'flag', cell: ({ audioUrl }) => <Flag on={audioUrl !== null} /> },
    { heading: headings.readersCount, kind: 'number', cell: ({ readers }) => readers.length },
  ],
}

export const podcasts: IndexKind<'podcasts', Podcast> = {
  table: 'podcasts',
  kind: 'podcasts',
  page: (querystring) => apiQuery(pageEditedPodcasts, { querystring }),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deletePodcast, { params: { id } }),
  createLink: { to: '/edit/podcasts/create' },
  editLink: ({ id }) => ({ to: '/edit/podcasts/$id', params: { id: String(id) } }),
  columns: [
    ...facts,
    { heading: headings.episodesCount, kind: 'number', cell: ({ episodesCount }) => episodesCount },
    { heading: headings.voicersCount, kind: 'number', cell: ({ voicers }) => voicers.length },
  ],
}

export const creators: IndexKind<'creators', Creator> = {
  table: 'creators',
  kind: 'creators',
  page: (querystring) => apiQuery(pageCreators, { querystring }),
  nameOf: ({ nickname }) => nickname,
  remove: ({ id }) => call(deleteCreator, { params: { id } }),
  createLink: { to: '/edit/creators/create' },
  editLink: ({ id }) => ({ to: '/edit/creators/$id', params: { id: String(id) } }),
  columns: [
    { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
    { heading: headings.nickname, kind: 'name', sortBy: 'nickname', cell: ({ nickname }) => nickname },
    { heading: headings.name, sortBy: 'name', cell: ({ name }) => name },
    { heading: headings.surname, sortBy: 'surname', cell: ({ surname }) => surname },
  ],
}

export const users: IndexKind<'users', User> = {
  table: 'users',
  kind: 'users',
  page: (querystring) => apiQuery(pageUsers, { querystring }),
  // Names may be the same; addresses never are.
  nameOf: ({ email }) => email,
  remove: ({ id }) => call(deleteUser, { params: { id } }),
  createLink: { to: '/edit/users/create' },
  editLink: ({ id }) => ({ to: '/edit/users/$id', params: { id } }),
  actions: ({ email }) => (
    <IconButton label={indexMessages.forgotPassword(email)} onClick={() => void startForgotPassword(email)}>
      <KeyRound size={18} aria-hidden="true" />
    </IconButton>
  ),
  columns: [
    { heading: headings.id, kind: 'code', sortBy: 'id', cell: ({ id }) => <span title={id}>{id}</span> },
    { heading: headings.email, kind: 'name', sortBy: 'email', cell: ({ email }) => email },
    {
      heading: headings.emailConfirmed,
      kind: 'flag',
      sortBy: 'emailConfirmed',
      cell: ({ emailConfirmed }) => <Flag on={emailConfirmed} />,
    },
    { heading: headings.name, sortBy: 'name', cell: ({ name }) => name },
    { heading: headings.role, sortBy: 'role', cell: ({ role }) => role },
  ],
}
