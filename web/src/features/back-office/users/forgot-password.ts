import { forgotPassword } from '@earmark/contract/auth.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { attempt } from '../attempt.ts'
import { userMessages as messages } from '../messages.ts'

/** Has a link to set a new password mailed to a user, after asking. */
export async function startForgotPassword(email: string): Promise<void> {
  const question = { title: messages.forgotPassword, text: messages.forgotPasswordQuestion }
  if (!(await confirm(question))) return
  await attempt(() => call(forgotPassword, { body: { email } }), {
    done: messages.forgotPasswordStarted,
    failed: messages.forgotPasswordFailed,
  })
}
