import type { ErrorCode } from '@earmark/contract/errors.ts'
import { ApiError } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { messages } from './messages.ts'
import type { RecordValues } from './record-values.ts'

/** What the server blamed on one field, true as long as that holds the value that it blamed. */
export interface Refusal {
  field: string
  text: string
  value: unknown
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.items.some((item) => item.code === code)
}

/** Says that a call brought no good answer, and why where that is known. Errors of our own making stay errors. */
export function tellFailure(message: string, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  const description = error.status === 0 ? messages.connectionLost : error.items.at(-1)?.description
  showToast({ type: 'error', message, description })
}

export function refusalsOf(error: unknown, values: RecordValues): Refusal[] {
  if (!(error instanceof ApiError)) return []
  return error.items.flatMap(({ field, description }) =>
    field !== undefined && field in values
      ? [{ field, text: description, value: values[field as keyof RecordValues] }]
      : [],
  )
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
