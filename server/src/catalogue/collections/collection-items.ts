import type { EditedCollection } from '@earmark/contract/collection-edits.ts'
import { type Collection, maxCollectionItems } from '@earmark/contract/collections.ts'
import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { streamedList } from '../../http/responses/streamed-list.ts'
import * as audioBooks from '../audio-books/audio-books.queries.ts'
import * as podcasts from '../podcasts/podcasts.queries.ts'
import {
  type CollectionTexts,
  type ItemIds,
  listCollectionTexts,
  listItemIds,
} from './collections.queries.ts'

const recordsAtOnce = 100
/** Of all collections that a page has in itself. */
const fewItems = 200

interface ListedCollections {
  readonly isOnHome?: boolean | undefined
  /** Of each collection the first ones only. */
  readonly maxItems?: number | undefined
}

/** All collections by place, with what is public of them; one by one when these may be many. */
export async function listCollections(
  db: Database,
  { isOnHome, maxItems = maxCollectionItems }: ListedCollections,
): Promise<Collection[]> {
  const texts = await listCollectionTexts(db.connection, { isOnHome })
  const list = (from: Connection, of: CollectionTexts) => withPublicItems(from, of, maxItems)
  if (texts.length * maxItems > fewItems) return streamedCollections(db, { isOnHome }, list)
  return await Promise.all(texts.map((of) => list(db.connection, of)))
}

/** As `listCollections`, whether public or not. */
export function listEditedCollections(db: Database): EditedCollection[] {
  return streamedCollections(db, {}, withEditedItems)
}

function streamedCollections<Shown>(
  db: Database,
  filter: Pick<ListedCollections, 'isOnHome'>,
  withItems: (connection: Connection, texts: CollectionTexts) => Promise<Shown>,
): Shown[] {
  return streamedList(
    (those: readonly Shown[]) => [...those],
    async function* () {
      await using snapshot = await db.snapshot()
      for (const texts of await listCollectionTexts(snapshot.connection, filter))
        yield [await withItems(snapshot.connection, texts)]
    },
  )
}

export async function findCollection(connection: Connection, id: number): Promise<Collection | undefined> {
  const [texts] = await listCollectionTexts(connection, { id })
  return texts && (await withPublicItems(connection, texts))
}

/** As `findCollection`, whether public or not. */
export async function findEditedCollection(
  connection: Connection,
  id: number,
): Promise<EditedCollection | undefined> {
  const [texts] = await listCollectionTexts(connection, { id })
  return texts && (await withEditedItems(connection, texts))
}

async function withPublicItems(
  connection: Connection,
  texts: CollectionTexts,
  limit = maxCollectionItems,
): Promise<Collection> {
  const ids = await listItemIds(connection, texts.id, { audience: 'public', limit })
  return {
    ...texts,
    items: await listItems(connection, ids, audioBooks.listAudioBooks, podcasts.listPodcasts),
  }
}

async function withEditedItems(connection: Connection, texts: CollectionTexts): Promise<EditedCollection> {
  const ids = await listItemIds(connection, texts.id, { audience: 'editors', limit: maxCollectionItems })
  const { listEditedAudioBooks } = audioBooks
  return {
    ...texts,
    items: await listItems(connection, ids, listEditedAudioBooks, podcasts.listEditedPodcasts),
  }
}

type ListRecords<Shown> = (connection: Connection, ids: readonly number[]) => Promise<Shown[]>

interface Identified {
  readonly id: number
}

async function listItems<Book extends Identified, Podcast extends Identified>(
  connection: Connection,
  ids: readonly ItemIds[],
  listBooks: ListRecords<Book>,
  listPodcasts: ListRecords<Podcast>,
): Promise<({ audioBook: Book } | { podcast: Podcast })[]> {
  const items: ({ audioBook: Book } | { podcast: Podcast })[] = []
  for (let start = 0; start < ids.length; start += recordsAtOnce) {
    const slice = ids.slice(start, start + recordsAtOnce)
    const books = byId(
      await listBooks(
        connection,
        slice.flatMap(({ audioBookId }) => audioBookId ?? []),
      ),
    )
    const those = byId(
      await listPodcasts(
        connection,
        slice.flatMap(({ podcastId }) => podcastId ?? []),
      ),
    )
    for (const { audioBookId, podcastId } of slice) {
      const audioBook = audioBookId === null ? undefined : books.get(audioBookId)
      const podcast = podcastId === null ? undefined : those.get(podcastId)
      if (audioBook) items.push({ audioBook })
      if (podcast) items.push({ podcast })
    }
  }
  return items
}

function byId<Shown extends Identified>(records: readonly Shown[]): Map<number, Shown> {
  return new Map(records.map((record) => [record.id, record]))
}
