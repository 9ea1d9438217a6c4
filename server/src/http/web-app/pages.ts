import { type AudioBook, getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { cardSizes } from '@earmark/contract/cover-images.ts'
import { type Endpoint, requestPath } from '@earmark/contract/endpoint.ts'
import {
  episodesPage,
  getEpisodeOverview,
  getPodcastOverview,
  pageEpisodes,
  readEpisodesAddress,
} from '@earmark/contract/episode-lists.ts'
import type { EpisodeOverview } from '@earmark/contract/episodes.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import { homeCollections, homeListSize, newest } from '@earmark/contract/first-data.ts'
import { listFilters, readListQuery } from '@earmark/contract/list-addresses.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { type Podcast, pagePodcasts } from '@earmark/contract/podcasts.ts'
import { type CreatorDetail, getCreator } from '@earmark/contract/creators.ts'
import { type Collection, getCollection, listCollections } from '@earmark/contract/collections.ts'
import { getSeries, type SeriesDetail } from '@earmark/contract/series.ts'
import { readSearchAddress, searchAll } from '@earmark/contract/search.ts'
import { listWorks } from '@earmark/contract/works.ts'
import { entry } from './chunks.ts'
import type { Head, Site } from './head.ts'
import { collectionHead, seriesHead } from './group-heads.ts'
import { audioBookHead, creatorHead, creatorPath, episodeHead, podcastHead } from './record-heads.ts'

/** The paths of the calls must equal those of the app, which looks up its first data by them. */
export interface Page {
  readonly url: string
  readonly routeFile: string
  /** Paths of the first calls below the API root; the first answer is the page's subject. */
  calls(params: Record<string, string>, query: Record<string, unknown>): string[]
  head(subject: unknown, site: Site): Head
  readonly subjectRequired?: boolean
  /** The path of a subject that may be asked for by another one. */
  pathOf?(subject: unknown): string
  /** The query may hold secrets. */
  readonly isPersonal?: boolean
}

const siteDescription =
  'Listen to audio books and podcasts: a public catalogue and a player that never leaves the page.'

interface CoverPage {
  readonly items: readonly Pick<Cover, 'coverImageUrl' | 'coverImagePreviewUrl'>[]
}

/** The largest contentful paint of a list page is its first cover. */
function firstCover(subject: unknown): Head['preload'] {
  const cover = (subject as CoverPage | null)?.items[0]
  return cover ? { cover, sizes: cardSizes } : null
}

interface ListPage {
  readonly url: '/audio-books' | '/podcasts'
  readonly title: string
  readonly endpoint: typeof pageAudioBooks | typeof pagePodcasts
}

function listPage({ url, title, endpoint }: ListPage): Page {
  return {
    url,
    routeFile: `src/routes${url}.index.tsx`,
    calls: (_params, query) => {
      const asked = readListQuery(url, query)
      const querystring = { ...pagedQuery(asked), ...listFilters(asked) }
      return [requestPath(endpoint, { querystring })]
    },
    head: (subject) => ({
      title,
      description: siteDescription,
      path: url,
      preload: firstCover(subject),
    }),
  }
}

/** Only numeric ids: `paged` or `..` would address another call. */
function recordCalls(endpoint: Endpoint, params: Record<string, string>): string[] {
  const isRecord = Object.values(params).every((id) => /^\d+$/.test(id))
  return isRecord ? [requestPath(endpoint, { params })] : []
}

function personalPage(url: string, title: string, routeFile: string): Page {
  return {
    url,
    routeFile: `src/routes/${routeFile}.tsx`,
    calls: () => [],
    head: () => ({ title, description: siteDescription, path: url, unlisted: true }),
    isPersonal: true,
  }
}

/** The pages of editors share one file of code. */
function editPage(url: string, title: string): Page {
  const head = () => ({ title, description: siteDescription, path: '/edit', unlisted: true })
  return { url, routeFile: 'src/routes/edit.index.tsx', calls: () => [], head, isPersonal: true }
}

/** The API checks roles. */
const backOffice: readonly Page[] = [
  editPage('/edit', 'Edit'),
  editPage('/edit/audio-books/create', 'New Audio Book'),
  editPage('/edit/audio-books/:id', 'Edit'),
  editPage('/edit/chapters/audio-books/:id', 'Chapters'),
  editPage('/edit/chapters/podcasts/:id/episodes/:episodeId', 'Chapters'),
  editPage('/edit/import', 'Bring in books'),
  editPage('/edit/import/:id', 'Bring in books'),
  editPage('/edit/podcasts/create', 'New Podcast'),
  editPage('/edit/podcasts/:id', 'Edit'),
  editPage('/edit/podcasts/:id/episodes/create', 'New Episode'),
  editPage('/edit/podcasts/:id/episodes/:episodeId', 'Edit'),
  editPage('/edit/creators/create', 'New Creator'),
  editPage('/edit/creators/:id', 'Edit'),
  editPage('/edit/series/create', 'New Series'),
  editPage('/edit/series/:id', 'Edit'),
  editPage('/edit/collections/create', 'New Collection'),
  editPage('/edit/collections/:id', 'Edit'),
  editPage('/edit/genres', 'Genres'),
  editPage('/edit/users/create', 'New User'),
  editPage('/edit/users/:id', 'Edit'),
]

export const pages: readonly Page[] = [
  {
    url: '/',
    routeFile: entry,
    calls: () => {
      const querystring = pagedQuery({ ...newest, pageSize: homeListSize })
      return [
        requestPath(pageAudioBooks, { querystring }),
        requestPath(pagePodcasts, { querystring }),
        requestPath(listCollections, { querystring: homeCollections }),
      ]
    },
    head: (subject) => ({
      title: 'Home',
      description: siteDescription,
      path: '/',
      preload: firstCover(subject),
    }),
  },
  listPage({
    url: '/audio-books',
    title: 'Audio Books',
    endpoint: pageAudioBooks,
  }),
  listPage({
    url: '/podcasts',
    title: 'Podcasts',
    endpoint: pagePodcasts,
  }),
  {
    url: '/audio-books/:id',
    routeFile: 'src/routes/audio-books.$id.tsx',
    calls: (params) => recordCalls(getAudioBook, params),
    head: (subject, site) => audioBookHead(subject as AudioBook, site),
    subjectRequired: true,
  },
  {
    url: '/podcasts/:id',
    routeFile: 'src/routes/podcasts.$id.index.tsx',
    calls: (params, query) =>
      recordCalls(getPodcastOverview, params).flatMap((overview) => [
        overview,
        requestPath(pageEpisodes, { params, querystring: episodesPage(readEpisodesAddress(query), 1) }),
      ]),
    head: (subject, site) => podcastHead(subject as Podcast, site),
    subjectRequired: true,
  },
  {
    url: '/podcasts/:id/episodes/:episodeId',
    routeFile: 'src/routes/podcasts.$id.episodes.$episodeId.tsx',
    calls: (params) => recordCalls(getEpisodeOverview, params),
    head: (subject, site) => episodeHead(subject as EpisodeOverview, site),
    subjectRequired: true,
  },
  {
    url: '/creators/:id',
    routeFile: 'src/routes/creators.$id.tsx',
    calls: (params) => [...recordCalls(getCreator, params), ...recordCalls(listWorks, params)],
    head: (subject, site) => creatorHead(subject as CreatorDetail, site),
    subjectRequired: true,
    pathOf: (subject) => creatorPath(subject as CreatorDetail),
  },
  {
    url: '/series/:id',
    routeFile: 'src/routes/series.$id.tsx',
    calls: (params) => recordCalls(getSeries, params),
    head: (subject, site) => seriesHead(subject as SeriesDetail, site),
    subjectRequired: true,
  },
  {
    url: '/collections/:id',
    routeFile: 'src/routes/collections.$id.tsx',
    calls: (params) => recordCalls(getCollection, params),
    head: (subject, site) => collectionHead(subject as Collection, site),
    subjectRequired: true,
  },
  {
    url: '/search',
    routeFile: 'src/routes/search.tsx',
    calls: (_params, query) => {
      const asked = readSearchAddress(query)
      if (asked.search === '') return []
      const found = requestPath(searchAll, { querystring: asked })
      if (asked.kind) return [found]
      const querystring = pagedQuery({ search: asked.search, sortBy: 'relevance' })
      return [requestPath(pageAudioBooks, { querystring }), requestPath(pagePodcasts, { querystring }), found]
    },
    head: () => ({ title: 'Search', description: siteDescription, path: '/search', unlisted: true }),
  },
  personalPage('/auth/login', 'Sign in or create an account', 'auth.login'),
  personalPage('/auth/register', 'Register', 'auth.register'),
  personalPage('/auth/confirm-email', 'Confirm email', 'auth.confirm-email'),
  personalPage('/auth/forgot-password', 'Forgot password', 'auth.forgot-password'),
  personalPage('/auth/confirm-change-email', 'Confirm change email', 'auth.confirm-change-email'),
  personalPage('/user-profile', 'User Profile', 'user-profile'),
  personalPage('/connect/:token', 'Connect an app', 'connect.$token'),
  personalPage('/my-library', 'My Library', 'my-library'),
  personalPage('/my-library/bookmarks', 'Bookmarks', 'my-library_.bookmarks'),
  ...backOffice,
  personalPage('/forbidden', 'Forbidden', 'forbidden'),
  personalPage('/not-found', 'Not found', 'not-found'),
]
