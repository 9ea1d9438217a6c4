import { AppError } from '../../../errors.ts'

interface StoreFailure {
  readonly name?: string
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const full = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull', 'EntityTooLarge'])
const insufficientStorage = 507
const unsupported = [405, 501]

export class UnsupportedByStore extends Error {}

export function storeError(error: unknown): unknown {
  const { name = '', code, $metadata } = error as StoreFailure
  if (missing.has(name)) return new AppError('NotFound')
  if (unsupported.includes($metadata?.httpStatusCode ?? 0)) return new UnsupportedByStore(name)
  if (full.has(name) || $metadata?.httpStatusCode === insufficientStorage)
    return new AppError('InsufficientStorage')
  if (error instanceof AppError) return error
  const isOfNetwork = code !== undefined && !code.startsWith('ERR_INVALID')
  const isOfStore = $metadata !== undefined || isOfNetwork || /^(Abort|Timeout)Error$/.test(name)
  return isOfStore ? new AppError('ServiceUnavailable') : error
}
