/** One record of each kind, and the responses of a server that has no others. */
import type { CallName } from './fake-server.ts'
import { noCover } from './no-cover.ts'

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const unknown = {
  biography: null,
  imageUrl: null,
  imagePreviewUrl: null,
  links: [],
  sortName: null,
  audioBooksCount: 1,
  podcastsCount: 1,
  updatedAt: times.updatedAt,
}
const ines = { ...unknown, id: 3, nickname: 'Inés', name: 'Inés', surname: 'Quintañel' }
const gull = { ...unknown, id: 5, nickname: 'Gull', name: null, surname: null }
const people = [ines]
const credited = (role: string) => ({ credits: [{ creator: ines, role, as: null }] })
const audio = { audioUrl: null, durationSeconds: null }
const book = {
  id: 1,
  name: 'Salt',
  description: null,
  isAvailable: true,
  ...noCover,
  ...audio,
  readers: people,
  ...credited('Reader'),
  ...times,
}
const fog = {
  id: 4,
  podcastId: 2,
  number: 1,
  name: 'Fog',
  description: null,
  ...noCover,
  ...audio,
  coverInherited: false,
  voicers: people,
  ...credited('Voice'),
  ...times,
}
const podcast = {
  id: 2,
  name: 'Signals',
  description: null,
  ...noCover,
  voicers: people,
  ...credited('Host'),
  episodesCount: 1,
  ...times,
}
const podcastDetail = { ...podcast, episodes: [fog] }
const fogDetail = { ...fog, podcast: podcastDetail }
const fogOverview = { ...fog, podcast, previous: null, next: null }
const series = {
  id: 6,
  name: 'Tides',
  description: null,
  booksCount: 1,
  authors: people,
  coverImagePreviewUrls: [],
  updatedAt: times.updatedAt,
}
const collection = {
  id: 7,
  name: 'Winter',
  description: null,
  place: 0,
  isOnHome: true,
  items: [{ audioBook: { ...book, status: 'Published' } }, { podcast: { ...podcast, status: 'Draft' } }],
  updatedAt: times.updatedAt,
}
const userId = '0b0f6a52-3f2e-4d0c-9d58-3c1d3a7f9a01'
export const ida = { id: userId, email: 'ida@example.org', emailConfirmed: true, name: 'Ida', role: 'Editor' }
const counts = (...values: string[]) => ({
  problems: values.map((value) => ({ value, count: 1 })),
  statuses: ['Draft', 'Scheduled', 'Published'].map((value) => ({ value, count: 1 })),
})
const page = (...items: unknown[]) => ({ items, totalCount: items.length, pagedQuery: {} })

export const answers: Partial<Record<CallName, unknown>> = {
  'GET /edit/audio-books/paged': page(book),
  'GET /edit/podcasts/paged': page(podcast),
  'GET /edit/audio-books/counts': counts('NoAudio', 'NoCover', 'NoReader', 'NoLanguage'),
  'GET /edit/podcasts/counts': counts('NoCover', 'NoVoicer', 'NoLanguage'),
  'GET /genres': [],
  'GET /creators/paged': page(gull, ines),
  'GET /series/paged': page(series),
  'GET /sources/paged': page(),
  'GET /edit/collections': [collection],
  'GET /users/paged': page(ida),
  'GET /edit/audio-books/1': book,
  'POST /audio-books': book,
  'PUT /audio-books/1': book,
  'GET /edit/podcasts/2/overview': { ...podcast, nextEpisodeNumber: 2 },
  'GET /edit/podcasts/2/episodes/paged': page(fog),
  'GET /edit/podcasts/2/episodes/counts': counts('NoAudio', 'NoVoicer'),
  'POST /podcasts': podcastDetail,
  'PUT /podcasts/2': podcastDetail,
  'GET /edit/podcasts/2/episodes/4/overview': fogOverview,
  'POST /podcasts/2/episodes': fogDetail,
  'PUT /podcasts/2/episodes/4': fogDetail,
  'GET /creators/3': ines,
  'POST /creators': ines,
  'PUT /creators/3': ines,
  'POST /creators/3/merge': gull,
  'GET /creators/3/episodes': { ...page(), totalCount: 12 },
  'GET /creators/5': gull,
  'GET /creators/5/episodes': page(),
  'GET /series/6': { ...series, audioBooks: [book] },
  'POST /series': series,
  'PUT /series/6': series,
  'GET /edit/collections/7': collection,
  'POST /collections': collection,
  'PUT /collections/7': collection,
  'PUT /collections/7/items': collection,
  [`GET /users/${userId}`]: ida,
  'POST /users': ida,
  [`PUT /users/${userId}`]: ida,
}

/** The back office's screens. */
export const paths = {
  index: '/edit',
  book: '/edit/audio-books/1',
  newBook: '/edit/audio-books/create',
  podcast: '/edit/podcasts/2',
  newPodcast: '/edit/podcasts/create',
  episode: '/edit/podcasts/2/episodes/4',
  newEpisode: '/edit/podcasts/2/episodes/create',
  creator: '/edit/creators/3',
  newCreator: '/edit/creators/create',
  series: '/edit/series/6',
  newSeries: '/edit/series/create',
  collection: '/edit/collections/7',
  newCollection: '/edit/collections/create',
  genres: '/edit/genres',
  user: `/edit/users/${userId}`,
  newUser: '/edit/users/create',
} as const
