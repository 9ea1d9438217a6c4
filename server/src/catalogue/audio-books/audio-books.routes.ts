import { getAudioBook, listAudioBooks, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { getAudioBookFacets } from '@earmark/contract/browse.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { createListPages } from '../../http/lists/list-pages.ts'
import { wholeList } from '../../http/lists/whole-list.queries.ts'
import type { Browses } from '../browse/browse.ts'
import { browsedList, countFacets, namedCreators } from '../browse/browsed-list.ts'
import { registerAudioBookEdits } from './audio-book-edits.routes.ts'
import * as audioBooks from './audio-books.queries.ts'

type Deps = MediaDeps & { readonly browses: Browses }

export function registerAudioBooks(api: Api, deps: Deps): void {
  registerReads(api, deps)
  registerAudioBookEdits(api, deps)
}

function registerReads(api: Api, deps: Deps): void {
  const { connection } = deps.db
  const browse = deps.browses['audio-book']
  const pages = createListPages(deps, browsedList(deps, 'audio-book', browse))

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
    ...getAudioBookFacets,
    ...publicRead('audio-books'),
    handler: async ({ query }) => {
      const counts = await countFacets(deps.db, 'audio-book', browse, query)
      return {
        ...counts,
        authors: await namedCreators(connection, counts.authors),
        readers: await namedCreators(connection, counts.readers),
      }
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
