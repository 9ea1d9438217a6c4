import { AppError } from '../../http/errors.ts'

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

/** What a failed file operation means to the caller; the unexpected is handed on as it is. */
export function storageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (full.has(code)) return new AppError('InsufficientStorage')
  return away.has(code) ? new AppError('ServiceUnavailable') : error
}

/** @throws what `storageError` makes of the failure of `operation` */
export async function orStorageError<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    throw storageError(error)
  }
}
