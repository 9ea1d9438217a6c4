import { AppError } from '../../../errors.ts'

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

export function storageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? ''
  if (full.has(code)) return new AppError('InsufficientStorage')
  return away.has(code) ? new AppError('ServiceUnavailable') : error
}

export async function orStorageError<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    throw storageError(error)
  }
}
