import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { call } from '../../../lib/api.ts'
import { upload } from '../../../lib/upload.ts'
import { audioBook } from '../../catalogue/index.ts'
import { audioBookMessages } from './messages.ts'
import type { RecordCalls } from './record-calls.ts'
import { audioBookParts, replacedParts } from './record-parts.ts'

export const audioBookCalls: RecordCalls<AudioBook> = {
  messages: audioBookMessages,
  kept: 'audio-books',
  hasNumber: false,
  hasAudio: true,
  query: audioBook,
  create: (values, options) => upload(createAudioBook, { form: audioBookParts(values) }, options),
  update: (values, version, options) =>
    upload(
      updateAudioBook,
      { params: { id: version.id }, form: { ...replacedParts(version), ...audioBookParts(values) } },
      options,
    ),
  remove: (id) => call(deleteAudioBook, { params: { id } }),
}
