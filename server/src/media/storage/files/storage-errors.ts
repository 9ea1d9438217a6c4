import { AppError } from '../../../errors.ts'

/** Stored bytes end before those that were asked for: something has cut them off. */
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
