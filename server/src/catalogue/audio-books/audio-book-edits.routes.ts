import * as contract from '@earmark/contract/audio-book-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import { newRecordMedia } from '../../media/upload/record-media-changes.ts'
import { readRecordUpload } from '../../media/upload/record-upload.ts'
import { editedBy } from '../book-values/hand-edits.ts'
import { addCreatorTo, removeCreatorFrom, replaceCreditsOf } from '../editing/record-creators.ts'
import { isDraft, recordTexts, requireRecord } from '../editing/replace-record.ts'
import { recordAddress } from '../editing/record-fields.ts'
import { removeRecord } from '../editing/remove-record.ts'
import { findEditedAudioBook } from './audio-books.queries.ts'
import { createAudioBook, replaceAudioBook } from './audio-books.service.ts'

export function registerAudioBookEdits(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.createAudioBook,
    handler: async (request, reply) => {
      await using upload = await readRecordUpload(deps, request)
      const texts = { ...upload.texts, ...recordTexts(upload.texts), draft: isDraft(upload.texts) }
      const book = await createAudioBook(
        deps,
        { ...texts, ...newRecordMedia(upload), audio: upload.audio.map(({ media }) => media) },
        request.failure,
      )
      reply.code(201).header('location', recordAddress(deps.config, `/audio-books/${book.id}`, book.status))
      return book
    },
  })

  api.route({
    ...contract.updateAudioBook,
    handler: async (request) => {
      const { id } = request.params
      await requireRecord(deps.db, { kind: 'audio-book', id }, request.failure)
      await using upload = await readRecordUpload(deps, request, {
        same: { id },
      })
      return await replaceAudioBook(editedBy(deps, request), id, upload, request.failure)
    },
  })

  api.route({
    ...contract.deleteAudioBook,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeRecord(deps, { kind: 'audio-book', id: params.id }, failure)),
  })

  api.route({
    ...replaceAudioBookCredits,
    handler: async (request) => {
      const { params, body, failure } = request
      const { id } = params
      await replaceCreditsOf(editedBy(deps, request), { kind: 'audio-book', id }, body, failure)
      const book = await findEditedAudioBook(deps.db.connection, id)
      if (!book) throw failure('NotFound')
      return book
    },
  })

  api.route({
    ...contract.addAudioBookReader,
    handler: async (request, reply) => {
      const { params, failure } = request
      const book = { kind: 'audio-book', id: params.id } as const
      await addCreatorTo(editedBy(deps, request), book, params.readerId, failure)
      return noContent(reply)
    },
  })

  api.route({
    ...contract.removeAudioBookReader,
    handler: async (request, reply) => {
      const { params, failure } = request
      const book = { kind: 'audio-book', id: params.id } as const
      await removeCreatorFrom(editedBy(deps, request), book, params.readerId, failure)
      return noContent(reply)
    },
  })
}
