import { getAudioBookChapters } from '@earmark/contract/chapters.ts'
import { getEditedAudioBook, listEditedAudioBooks } from '@earmark/contract/edited-records.ts'
import { listFolderBooks } from '../../src/exchange/import/known-books.queries.ts'
import { putFolder } from '../../src/exchange/import/imports.queries.ts'
import { sweepIncoming, sweepMedia } from '../../src/media/storage/unused-files.ts'
import { makePerson } from '../../src/testing/people.ts'
import { neededFiles, storedFiles } from '../../src/testing/records.ts'
import type { TestServer } from '../../src/testing/server.ts'
import { folderName } from '../../src/testing/importing.ts'

const dayMs = 86_400_000

/**
 * All that imports have made of a folder, by name and without ids, addresses and times: equal libraries have equal views.
 * Answers of media tell whether each sound is there.
 */
export async function showLibrary(server: TestServer) {
  const { connection } = server.deps.db
  const { headers } = await makePerson(server, 'Editor')
  const books = []
  for (const { id } of await server.call(listEditedAudioBooks, { querystring: {} }, headers)) {
    const book = await server.call(getEditedAudioBook, { params: { id } }, headers)
    const { chapters } = await server.call(getAudioBookChapters, { params: { id } }, headers)
    const { name, description, durationSeconds, isAvailable, publishedYear, status } = book
    books.push({
      ...{ name, description, durationSeconds, isAvailable, publishedYear, status },
      credits: book.credits.map(({ creator, ...credit }) => ({ ...credit, creator: creator.nickname })),
      series: book.series.map((part) => [part.name, part.sequence]),
      hasCover: book.coverImageUrl !== null,
      heard: await statusOf(server, book.audioUrl),
      tracks: book.tracks.map(({ audioUrl: _audioUrl, ...track }) => track),
      chapters,
    })
  }
  const known = await listFolderBooks(server.deps.db, await putFolder(connection, folderName))
  server.time.now += 3 * dayMs
  await sweepIncoming(server.deps)
  await sweepMedia(server.deps)
  const stored = await storedFiles(server)
  return {
    books: byText(books),
    known: byText(known.map(({ audioBookId: _audioBookId, ...book }) => book)),
    stored,
    needed: await neededFiles(server),
  }
}

async function statusOf({ app }: TestServer, url: string | null): Promise<number | null> {
  if (url === null) return null
  return (await app.inject({ method: 'HEAD', url })).statusCode
}

function byText<Item>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}
