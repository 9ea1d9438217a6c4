import { AppError } from '../../../errors.ts'

/** A stored file is truncated. */
export class ShortFileError extends Error {
  constructor() {
    super('A media file is shorter than its record says.')
  }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const away = new Set([
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ENOENT',
  'ENOTCONN',
  'ENXIO',
  'ESTALE',
])

/** Maps errors of the file system to `InsufficientStorage` or `ServiceUnavailable`; others are returned unchanged. */
export function storageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (full.has(code)) return new AppError('InsufficientStorage')
  return away.has(code) ? new AppError('ServiceUnavailable') : error
}

/** @throws the error of `operation`, mapped by `storageError` */
export async function orStorageError<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    throw storageError(error)
  }
}
