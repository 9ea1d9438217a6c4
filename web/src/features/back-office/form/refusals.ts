import type { ErrorCode } from '@earmark/contract/errors.ts'
import { ApiError } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import type { FileChoice } from '../../../ui/file-field/file-choice.ts'
import { sayFailure } from '../attempt.ts'
import { messages } from './messages.ts'
import type { RecordValues } from './record-values.ts'

/** What the server blamed on one field: it holds as long as the field has the value that was blamed. */
export interface Refusal {
  readonly field: string
  readonly text: string
  readonly value: string | FileChoice
}

export function refusalsOf(error: unknown, values: RecordValues): Refusal[] {
  if (!(error instanceof ApiError)) return []
  return error.items.flatMap(({ field, description }) =>
    field !== undefined && field in values
      ? [{ field, text: description, value: values[field as keyof RecordValues] }]
      : [],
  )
}

function fileOf(choice: FileChoice): File | string | undefined {
  return choice.kind === 'chosen' ? choice.file : choice.kind === 'stored' ? choice.url : undefined
}

/** The form hands out copies of its values; the files in them stay the same. */
export function holdsFor({ value }: Refusal, present: string | FileChoice): boolean {
  if (typeof present === 'string') return value === present
  if (typeof value === 'string') return false
  return fileOf(value) === fileOf(present)
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.items.some((item) => item.code === code)
}

/** Whether a call was given up by whoever made it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

export function saySaveFailure(message: string, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 0) return sayFailure(message, error)
  showToast({ type: 'error', message, description: messages.connectionLost })
}
