import { ApiError } from '../../../lib/api.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { sayFailure } from '../attempt.ts'
import { messages } from './messages.ts'

/** Whether there was no answer: what was asked for may have been done or not. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** Whether a call was given up by whoever made it. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

export function saySaveFailure(message: string, error: unknown): void {
  if (!isUnanswered(error)) return sayFailure(message, error)
  showToast({ type: 'error', message, description: messages.connectionLost })
}
