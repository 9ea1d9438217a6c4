import { numberedEpisode } from '@earmark/contract/episode-names.ts'
import { detailCoverSizes, podcastCoverSizes } from '@earmark/contract/cover-images.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Creator, CreatorDetail } from '@earmark/contract/creators.ts'
import type { EpisodeOverview } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { absoluteUrl, type Head, type Site } from './head.ts'

const context = 'https://schema.org'

export function audioBookHead(book: AudioBook, { publicUrl }: Site): Head {
  const path = `/audio-books/${book.id}`
  return {
    title: book.name,
    description: book.description ?? describe(book.name, 'Audio book', 'read', book.readers),
    path,
    feed: `/feeds${path}.xml`,
    type: 'book',
    image: book.coverImageUrl,
    preload: { cover: book, sizes: detailCoverSizes },
    linkedData: withoutNulls({
      '@context': context,
      '@type': 'Audiobook',
      name: book.name,
      url: publicUrl + path,
      description: book.description,
      image: picture(book.coverImageUrl, publicUrl),
      author: people(book.authors),
      readBy: people(book.readers),
      isPartOf: book.series.length > 0 ? book.series.map((part) => seriesPart(part, publicUrl)) : null,
      duration: isoDuration(book.durationSeconds),
      dateModified: book.updatedAt,
    }),
  }
}

function seriesPart({ id, name }: AudioBook['series'][number], publicUrl: string): object {
  return { '@type': 'BookSeries', name, url: `${publicUrl}/series/${id}` }
}

export function podcastHead(podcast: Podcast, { publicUrl }: Site): Head {
  const path = `/podcasts/${podcast.id}`
  return {
    title: podcast.name,
    description: podcast.description ?? describe(podcast.name, 'Podcast', 'spoken', podcast.voicers),
    path,
    feed: `/feeds${path}.xml`,
    image: podcast.coverImageUrl,
    preload: { cover: podcast, sizes: podcastCoverSizes },
    linkedData: withoutNulls({
      '@context': context,
      '@type': 'PodcastSeries',
      name: podcast.name,
      url: publicUrl + path,
      description: podcast.description,
      image: picture(podcast.coverImageUrl, publicUrl),
      author: people(podcast.voicers),
    }),
  }
}

export function episodeHead(episode: EpisodeOverview, { publicUrl }: Site): Head {
  const podcastPath = `/podcasts/${episode.podcastId}`
  const path = `${podcastPath}/episodes/${episode.id}`
  return {
    title: episode.name,
    description:
      episode.description ?? `${numberedEpisode(episode)} of ${episode.podcast.name}: ${episode.name}`,
    path,
    image: episode.coverImageUrl,
    preload: { cover: episode, sizes: detailCoverSizes },
    linkedData: withoutNulls({
      '@context': context,
      '@type': 'PodcastEpisode',
      name: episode.name,
      url: publicUrl + path,
      episodeNumber: episode.episodeLabel ?? episode.number,
      description: episode.description,
      image: picture(episode.coverImageUrl, publicUrl),
      duration: isoDuration(episode.durationSeconds),
      associatedMedia: episode.audioUrl
        ? { '@type': 'AudioObject', contentUrl: absoluteUrl(episode.audioUrl, publicUrl) }
        : null,
      partOfSeries: {
        '@type': 'PodcastSeries',
        name: episode.podcast.name,
        url: publicUrl + podcastPath,
      },
    }),
  }
}

export function creatorPath({ id }: CreatorDetail): string {
  return `/creators/${id}`
}

export function creatorHead(creator: CreatorDetail, { publicUrl }: Site): Head {
  const path = creatorPath(creator)
  const { nickname, biography, imageUrl, links } = creator
  return {
    title: nickname,
    description: biography ?? `Audio books and podcasts with ${nickname}`,
    path,
    type: 'profile',
    image: imageUrl,
    linkedData: withoutNulls({
      '@context': context,
      '@type': 'Person',
      name: nickname,
      url: publicUrl + path,
      description: biography,
      image: picture(imageUrl, publicUrl),
      sameAs: links.length > 0 ? links : null,
    }),
  }
}

export function describe(name: string, what: string, verb: string, creators: readonly Creator[]): string {
  const by = creators.map((creator) => creator.nickname).join(', ')
  return by === '' ? `${what}: ${name}` : `${what}: ${name}, ${verb} by ${by}`
}

export function people(creators: readonly Creator[]): object[] | null {
  return creators.length === 0
    ? null
    : creators.map((creator) => ({ '@type': 'Person', name: creator.nickname }))
}

export function picture(url: string | null, publicUrl: string): string | null {
  return url === null ? null : absoluteUrl(url, publicUrl)
}

/** ISO 8601 duration, e.g. `PT1H2M3S`. */
function isoDuration(seconds: number | null): string | null {
  if (seconds === null) return null
  const whole = Math.round(seconds)
  return `PT${Math.floor(whole / 3600)}H${Math.floor((whole % 3600) / 60)}M${whole % 60}S`
}

export function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
