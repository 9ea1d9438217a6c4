import { getAudioBook, listAudioBooks, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { createListPages } from '../../http/lists/list-pages.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import { queryIdsOf } from '../editing/record-rows.queries.ts'
import { registerAudioBookEdits } from './audio-book-edits.routes.ts'
import * as audioBooks from './audio-books.queries.ts'

export function registerAudioBooks(api: Api, deps: MediaDeps): void {
  registerReads(api, deps)
  registerAudioBookEdits(api, deps)
}

function registerReads(api: Api, deps: MediaDeps): void {
  const { connection } = deps.db
  const pages = createListPages(deps, { kind: 'audio-book', queryIds: queryIdsOf('audio_books') })

  api.route({
    ...listAudioBooks,
    ...publicRead('audio-books'),
    handler: () => wholeList(deps.db, 'audio_books', audioBooks.listAudioBooks),
  })

  api.route({
    ...pageAudioBooks,
    ...publicRead('audio-books'),
    handler: async ({ query }) => {
      const { ids, totalCount } = await pages(query)
      return { items: await audioBooks.listAudioBooks(connection, ids), totalCount, pagedQuery: query }
    },
  })

  api.route({
    ...getAudioBook,
    ...publicRead('audio-books/:id'),
    handler: async ({ params, failure }) => {
      const book = await audioBooks.findAudioBook(connection, params.id)
      if (!book) throw failure('NotFound')
      return book
    },
  })
}
