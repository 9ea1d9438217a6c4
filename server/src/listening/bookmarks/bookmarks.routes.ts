import * as contract from '@earmark/contract/bookmarks.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import type { FailureOf } from '../../errors.ts'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { collectTexts } from '../../http/responses/streamed-list.ts'
import { addressOf } from '../../catalogue/recordings/recordings.ts'
import type { RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import { exportTexts, exportTypes } from './bookmark-export.ts'
import { bookmarkSlices, readBookmarkPage } from './bookmark-lists.ts'
import * as bookmarks from './bookmarks.service.ts'

const notARecording = 'Name either an audio book, or an episode together with its podcast.'

export function registerBookmarks(api: Api, deps: MediaDeps): void {
  registerReads(api, deps)

  api.route({
    ...contract.addBookmark,
    handler: async (request, reply) => {
      const { body, failure } = request
      const address = addressOf(body)
      if (!address) throw failure('InvalidBody', { description: notARecording })
      const { userId } = viewerOf(request)
      const { bookmark, isNew } = await bookmarks.addBookmark(deps, userId, address, body, failure)
      reply.code(isNew ? 201 : 200)
      return bookmark
    },
  })

  api.route({
    ...contract.changeBookmark,
    handler: async (request) => {
      const { params, body, failure } = request
      return await bookmarks.changeBookmark(deps, viewerOf(request).userId, params.id, body, failure)
    },
  })

  api.route({
    ...contract.removeBookmark,
    handler: async (request, reply) => {
      const { params, failure } = request
      return noContent(
        reply,
        await bookmarks.removeBookmark(deps, viewerOf(request).userId, params.id, failure),
      )
    },
  })
}

function registerReads(api: Api, { db, config }: MediaDeps): void {
  api.route({
    ...contract.pageBookmarks,
    handler: async (request) => {
      const { query, failure } = request
      const address = filterOf(query, failure)
      const page = await readBookmarkPage(db, viewerOf(request).userId, address, query)
      return { ...page, pagedQuery: query }
    },
  })

  api.route({
    ...contract.exportBookmarks,
    handler: async (request, reply) => {
      const { query, failure } = request
      const slices = bookmarkSlices(db, viewerOf(request).userId, filterOf(query, failure))
      const { contentType, fileName } = exportTypes[query.format]
      const headers = {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${fileName}"`,
      }
      const texts = exportTexts(query.format, slices, config.publicUrl)
      return (await collectTexts(request, reply, {
        texts,
        headers,
        folder: temporaryFolder(config),
      })) as string
    },
  })
}

/** Null where the query names no recording. */
function filterOf(query: RecordingReference, failure: FailureOf<'InvalidQuery'>): RecordingAddress | null {
  const { audioBookId = null, podcastId = null, podcastEpisodeId = null } = query
  if (audioBookId === null && podcastId === null && podcastEpisodeId === null) return null
  const address = addressOf(query)
  if (!address) throw failure('InvalidQuery', { description: notARecording })
  return address
}
