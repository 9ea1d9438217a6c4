import type { MediaDeps } from '../../media/storage/media-deps.ts'
import { AppError } from '../../errors.ts'
import { findRecordMedia, type RecordRef } from './records.queries.ts'

/** Spares a form the way when there is nothing to write it to. @throws AppError `NotFound` */
export async function requireRecord({ db }: Pick<MediaDeps, 'db'>, record: RecordRef): Promise<void> {
  if (!(await findRecordMedia(db.connection, record))) throw new AppError('NotFound')
}
