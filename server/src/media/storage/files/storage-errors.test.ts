import { expect, it } from 'vitest'
import { AppError } from '../../../errors.ts'
import { orStorageError } from './storage-errors.ts'

it.each([
  ['ENOSPC', 'InsufficientStorage', 507],
  ['EDQUOT', 'InsufficientStorage', 507],
  ['EIO', 'ServiceUnavailable', 503],
  ['EROFS', 'ServiceUnavailable', 503],
  ['EMFILE', 'ServiceUnavailable', 503],
])('%s means %s', async (code, meaning, status) => {
  const failing = orStorageError(Promise.reject(Object.assign(new Error(code), { code })))
  await expect(failing).rejects.toMatchObject({ code: meaning, status })
  await expect(failing).rejects.toBeInstanceOf(AppError)
})

it('Every other failure is handed on as it is', async () => {
  const error = new Error('unexpected')
  await expect(orStorageError(Promise.reject(error))).rejects.toBe(error)
})
