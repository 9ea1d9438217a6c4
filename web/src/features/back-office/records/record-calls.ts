import type { UploadOptions } from '../../../lib/upload.ts'
import type { ApiQuery } from '../../../lib/query-client.ts'
import { reload } from '../answers.ts'
import type { RecordMessages } from './messages.ts'
import type { EditedRecord, RecordValues } from './record-values.ts'

/** What can be done with records of one kind, as their forms need it. */
export interface RecordCalls<Saved extends EditedRecord> {
  messages: RecordMessages
  /** Whose answers show such records. */
  kept: 'audio-books' | 'podcasts'
  hasNumber: boolean
  hasAudio: boolean
  query: (id: number) => ApiQuery<Saved>
  create: (values: RecordValues, options: UploadOptions) => Promise<Saved>
  /** @param version the one that the values were typed over */
  update: (values: RecordValues, version: Saved, options: UploadOptions) => Promise<Saved>
  remove: (id: number) => Promise<unknown>
}

/** After a change of what is on the screen. */
export function reloadRecord<Saved extends EditedRecord>(
  { kept, query, messages }: RecordCalls<Saved>,
  id: number,
): Promise<void> {
  return reload(kept, query(id), messages.getFailed)
}

/** For `useDeletion`. */
export function deletionOf<Saved extends EditedRecord>(
  { kept, messages, remove }: RecordCalls<Saved>,
  { id, name }: Saved,
) {
  return { kind: kept, name, messages, remove: () => remove(id) }
}
