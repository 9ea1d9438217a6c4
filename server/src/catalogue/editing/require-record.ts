import type { MediaDeps } from '../../media/storage/media-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { findRecordMedia, type RecordRef } from './records.queries.ts'

/** Spares a form the way when there is nothing to write it to. */
export async function requireRecord(
  { db }: Pick<MediaDeps, 'db'>,
  record: RecordRef,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  if (!(await findRecordMedia(db.connection, record))) throw failure('NotFound')
}
