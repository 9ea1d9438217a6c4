import { confirmChangeEmail } from '@earmark/contract/auth.ts'
import { call } from '../../../lib/api.ts'
import { messages } from '../messages.ts'
import { forgetSession } from '../session.ts'
import { ConfirmPage } from './confirm-page.tsx'

interface ConfirmChangeEmailPageProps {
  userId?: string | undefined
  newEmail?: string | undefined
  token?: string | undefined
}

export function ConfirmChangeEmailPage({ userId, newEmail, token }: ConfirmChangeEmailPageProps) {
  const { text, ...texts } = messages.confirmChangeEmail
  const given = userId && newEmail && token ? { userId, newEmail, token } : undefined

  async function confirm(body: NonNullable<typeof given>) {
    await call(confirmChangeEmail, { body })
    // The server has ended every session of the account.
    forgetSession()
  }

  return (
    <ConfirmPage {...texts} confirm={given && (() => confirm(given))}>
      <p>
        {text} <strong>{newEmail}</strong>
      </p>
    </ConfirmPage>
  )
}
