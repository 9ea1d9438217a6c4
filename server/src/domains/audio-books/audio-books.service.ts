import type { CatalogueDeps } from '../../deps.ts'
import { insertCreatorLinks, listCreators } from '../creators/creators.queries.ts'
import { creatorTexts } from '../creators/creators.service.ts'
import type { NewMedia } from '../media/media.queries.ts'
import { insertOptionalMedia, insertRecordCover, type RecordMedia } from '../media/record-media.queries.ts'
import { indexRecord } from '../search/search.queries.ts'
import { insertAudioBook } from './audio-books.queries.ts'

export interface AudioBookInput extends RecordMedia {
  readonly name: string
  readonly description: string | null
  readonly audio: NewMedia | null
  readonly readerIds: readonly number[]
}

/** @returns the new audio book's id */
export async function createAudioBook(deps: CatalogueDeps, input: AudioBookInput): Promise<number> {
  const { connection, dialect } = deps.db
  const { name, description } = input
  const id = await connection.transaction().execute(async (transaction) => {
    const now = deps.clock()
    const cover = await insertRecordCover(transaction, input, now)
    const audio_media_id = await insertOptionalMedia(transaction, input.audio)
    const newId = await insertAudioBook(transaction, { name, description, ...cover, audio_media_id }, now)
    await insertCreatorLinks(transaction, 'audio-book', newId, input.readerIds)
    const creators = creatorTexts(await listCreators(transaction, input.readerIds))
    await indexRecord(transaction, dialect, 'audio-book', newId, { name, description, creators })
    return newId
  })
  deps.changes.catalogueChanged()
  return id
}
