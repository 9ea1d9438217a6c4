import type { Collection } from '@earmark/contract/collections.ts'
import type { SeriesDetail } from '@earmark/contract/series.ts'
import type { Head, Site } from './head.ts'
import { describe, people, picture, withoutNulls } from './record-heads.ts'

/** The heads of what groups records (schema.org). */

const context = 'https://schema.org'

export function seriesHead(series: SeriesDetail, { publicUrl }: Site): Head {
  const path = `/series/${series.id}`
  const [image = null] = series.coverImagePreviewUrls
  return {
    title: series.name,
    description: series.description ?? describe(series.name, 'Series', 'written', series.authors),
    path,
    image,
    linkedData: withoutNulls({
      '@context': context,
      '@type': 'BookSeries',
      name: series.name,
      url: publicUrl + path,
      description: series.description,
      image: picture(image, publicUrl),
      author: people(series.authors),
    }),
  }
}

export function collectionHead(collection: Collection, { publicUrl }: Site): Head {
  const path = `/collections/${collection.id}`
  const items = collection.items.map(({ audioBook, podcast }) => ({
    path: audioBook ? `/audio-books/${audioBook.id}` : `/podcasts/${podcast?.id}`,
    image: (audioBook ?? podcast)?.coverImageUrl ?? null,
  }))
  const image = items.find((item) => item.image !== null)?.image ?? null
  return {
    title: collection.name,
    description: collection.description ?? `Collection: ${collection.name}`,
    path,
    image,
    linkedData: withoutNulls({
      '@context': context,
      '@type': 'ItemList',
      name: collection.name,
      url: publicUrl + path,
      description: collection.description,
      itemListElement: items.map((item, place) => ({
        '@type': 'ListItem',
        position: place + 1,
        url: publicUrl + item.path,
      })),
    }),
  }
}
