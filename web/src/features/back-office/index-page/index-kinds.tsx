/** The kinds of records that the back office has tables of. */
import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { deleteCreator } from '@earmark/contract/creator-edits.ts'
import { type CreatorDetail, pageCreators } from '@earmark/contract/creators.ts'
import {
  countEditedAudioBooks,
  countEditedPodcasts,
  type EditedAudioBook,
  type EditedPodcast,
  pageEditedAudioBooks,
  pageEditedPodcasts,
  type PublishingStatus,
} from '@earmark/contract/edited-records.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import { deleteSeries } from '@earmark/contract/series-edits.ts'
import { pageSeries, type Series } from '@earmark/contract/series.ts'
import { deleteUser, pageUsers, type User } from '@earmark/contract/users.ts'
import { KeyRound } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { firstData } from '../../../lib/request.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Portrait } from '../../../ui/portrait/portrait.tsx'
import { Flag } from '../../../ui/table/flag.tsx'
import { Picture } from '../../../ui/table/picture.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { indexMessages } from '../messages.ts'
import styles from './index-kinds.module.css'
import { startForgotPassword } from '../attempt.ts'
import { AddByFeedButton } from '../sources/add-by-feed.tsx'
import { InviteButton } from './invite.tsx'
import type { IndexKind } from './use-index-table.ts'

const { columns: headings } = indexMessages

type Titled = Cover & { id: number; name: string; description: string | null; status: PublishingStatus }

/** Published is the rule, and not said. */
export function NameWithStatus({ name, status }: Pick<Titled, 'name' | 'status'>) {
  return (
    <>
      {name}
      {status !== 'Published' && <span className="meta"> · {status}</span>}
    </>
  )
}

const facts: readonly Column<Titled, 'id' | 'name'>[] = [
  { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
  { heading: headings.name, kind: 'name', sortBy: 'name', cell: (row) => <NameWithStatus {...row} /> },
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

const selectedOf = ({ id, name }: Titled) => ({ id, name })

export const audioBooks: IndexKind<'audioBooks', EditedAudioBook> = {
  table: 'audioBooks',
  kind: 'audio-books',
  page: (querystring) => apiQuery(pageEditedAudioBooks, { querystring }),
  counts: apiQuery(countEditedAudioBooks, {}),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deleteAudioBook, { params: { id } }),
  bulk: { kind: 'AudioBook', nouns: ['Audio Book', 'Audio Books'], selectedOf },
  createLink: { to: '/edit/audio-books/create' },
  editLink: ({ id }) => ({ to: '/edit/audio-books/$id', params: { id: String(id) } }),
  columns: [
    ...facts,
    { heading: headings.audio, kind: 'flag', cell: ({ tracksCount }) => <Flag on={tracksCount > 0} /> },
    { heading: headings.readersCount, kind: 'number', cell: ({ readers }) => readers.length },
  ],
}

export const podcasts: IndexKind<'podcasts', EditedPodcast> = {
  table: 'podcasts',
  kind: 'podcasts',
  page: (querystring) => apiQuery(pageEditedPodcasts, { querystring }),
  counts: apiQuery(countEditedPodcasts, {}),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deletePodcast, { params: { id } }),
  bulk: { kind: 'Podcast', nouns: ['Podcast', 'Podcasts'], selectedOf },
  createLink: { to: '/edit/podcasts/create' },
  headAction: firstData.sources !== 'off' && <AddByFeedButton />,
  editLink: ({ id }) => ({ to: '/edit/podcasts/$id', params: { id: String(id) } }),
  columns: [
    ...facts,
    { heading: headings.episodesCount, kind: 'number', cell: ({ episodesCount }) => episodesCount },
    { heading: headings.voicersCount, kind: 'number', cell: ({ voicers }) => voicers.length },
  ],
}

export const creators: IndexKind<'creators', CreatorDetail> = {
  table: 'creators',
  kind: 'creators',
  page: (querystring) => apiQuery(pageCreators, { querystring }),
  nameOf: ({ nickname }) => nickname,
  remove: ({ id }) => call(deleteCreator, { params: { id } }),
  createLink: { to: '/edit/creators/create' },
  editLink: ({ id }) => ({ to: '/edit/creators/$id', params: { id: String(id) } }),
  columns: [
    {
      heading: headings.picture,
      kind: 'picture',
      cell: ({ nickname, imagePreviewUrl }) => (
        <Portrait name={nickname} src={imagePreviewUrl} className={styles.portrait} />
      ),
    },
    { heading: headings.nickname, kind: 'name', sortBy: 'nickname', cell: ({ nickname }) => nickname },
    { heading: headings.name, sortBy: 'name', cell: ({ name }) => name },
    { heading: headings.surname, sortBy: 'surname', cell: ({ surname }) => surname },
    { heading: headings.audioBooksCount, kind: 'number', cell: ({ audioBooksCount }) => audioBooksCount },
    { heading: headings.podcastsCount, kind: 'number', cell: ({ podcastsCount }) => podcastsCount },
    { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
  ],
}

export const series: IndexKind<'series', Series> = {
  table: 'series',
  kind: 'series',
  page: (querystring) => apiQuery(pageSeries, { querystring }),
  nameOf: ({ name }) => name,
  remove: ({ id }) => call(deleteSeries, { params: { id } }),
  createLink: { to: '/edit/series/create' },
  editLink: ({ id }) => ({ to: '/edit/series/$id', params: { id: String(id) } }),
  columns: [
    { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
    { heading: headings.name, kind: 'name', sortBy: 'name', cell: ({ name }) => name },
    { heading: headings.booksCount, kind: 'number', cell: ({ booksCount }) => booksCount },
    { heading: headings.authors, cell: ({ authors }) => authors.map(({ nickname }) => nickname).join(', ') },
    { heading: headings.description, cell: ({ description }) => description },
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
  headAction: firstData.registration !== 'closed' && <InviteButton />,
  actions: ({ email }) => (
    <IconButton label={indexMessages.forgotPassword(email)} onClick={() => void startForgotPassword(email)}>
      <KeyRound size={18} aria-hidden="true" />
    </IconButton>
  ),
  columns: [
    { heading: headings.email, kind: 'name', sortBy: 'email', cell: ({ email }) => email },
    {
      heading: headings.emailConfirmed,
      kind: 'flag',
      sortBy: 'emailConfirmed',
      cell: ({ emailConfirmed }) => <Flag on={emailConfirmed} />,
    },
    { heading: headings.name, sortBy: 'name', cell: ({ name }) => name },
    { heading: headings.role, sortBy: 'role', cell: ({ role }) => role },
    { heading: headings.id, kind: 'code', sortBy: 'id', cell: ({ id }) => <span title={id}>{id}</span> },
  ],
}
