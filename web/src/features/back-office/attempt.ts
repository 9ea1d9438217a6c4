import { forgotPassword } from '@earmark/contract/auth.ts'
import { ApiError, call } from '../../lib/api.ts'
import { confirm } from '../../ui/dialog/dialogs.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { isSessionOver } from '../auth/index.ts'
import { userMessages as messages } from './messages.ts'

interface AttemptTexts {
  /** The toast after success; absent where the screen shows it. */
  done?: string
  failed: string
  onFailure?: (error: unknown) => void
}

/** Does an editor's work and shows its outcome in a toast; undefined when it was refused. */
export async function attempt<Answer>(
  work: () => Promise<Answer>,
  { done, failed, onFailure }: AttemptTexts,
): Promise<{ answer: Answer } | undefined> {
  try {
    const answer = await work()
    if (done) showToast({ type: 'success', message: done })
    return { answer }
  } catch (error) {
    showFailure(failed, error)
    onFailure?.(error)
    return undefined
  }
}

/** An error toast with the server's last sentence as its second line. Errors that are no answer are thrown on. */
export function showFailure(message: string, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  if (isSessionOver(error)) return
  showToast({ type: 'error', message, description: error.items.at(-1)?.description })
}

/** Asks, then has a mail with a link to set a new password sent to a user. */
export async function startForgotPassword(email: string): Promise<void> {
  const question = { title: messages.forgotPassword, text: messages.forgotPasswordQuestion }
  if (!(await confirm(question))) return
  await attempt(() => call(forgotPassword, { body: { email } }), {
    done: messages.forgotPasswordStarted,
    failed: messages.forgotPasswordFailed,
  })
}
