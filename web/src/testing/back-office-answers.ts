/** One record of each kind, and the responses of a server that has no others. */
import type { CallName } from './fake-server.ts'
import { noCover } from './no-cover.ts'

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const ines = { id: 3, nickname: 'Inés', name: 'Inés', surname: 'Quintañel' }
const gull = { id: 5, nickname: 'Gull', name: null, surname: null }
const people = [ines]
const audio = { audioUrl: null, durationSeconds: null }
const book = { id: 1, name: 'Salt', description: null, ...noCover, ...audio, readers: people, ...times }
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
  ...times,
}
const podcast = {
  id: 2,
  name: 'Signals',
  description: null,
  ...noCover,
  voicers: people,
  episodesCount: 1,
  ...times,
}
const podcastDetail = { ...podcast, episodes: [fog] }
const fogDetail = { ...fog, podcast: { ...podcast, episodes: [fog] } }
const userId = '0b0f6a52-3f2e-4d0c-9d58-3c1d3a7f9a01'
export const ida = { id: userId, email: 'ida@example.org', emailConfirmed: true, name: 'Ida', role: 'Editor' }
const page = (...items: unknown[]) => ({ items, totalCount: items.length, pagedQuery: {} })

export const answers: Partial<Record<CallName, unknown>> = {
  'GET /edit/audio-books/paged': page(book),
  'GET /edit/podcasts/paged': page(podcast),
  'GET /creators/paged': page(gull, ines),
  'GET /users/paged': page(ida),
  'GET /edit/audio-books/1': book,
  'POST /audio-books': book,
  'PUT /audio-books/1': book,
  'GET /edit/podcasts/2': podcastDetail,
  'POST /podcasts': podcastDetail,
  'PUT /podcasts/2': podcastDetail,
  'GET /edit/podcasts/2/episodes/4': fogDetail,
  'POST /podcasts/2/episodes': fogDetail,
  'PUT /podcasts/2/episodes/4': fogDetail,
  'GET /creators/3': ines,
  'POST /creators': ines,
  'PUT /creators/3': ines,
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
  user: `/edit/users/${userId}`,
  newUser: '/edit/users/create',
} as const
