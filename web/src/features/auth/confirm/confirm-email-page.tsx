import { confirmEmail } from '@earmark/contract/auth.ts'
import { call } from '../../../lib/api.ts'
import { messages } from '../messages.ts'
import { ConfirmPage } from './confirm-page.tsx'

interface ConfirmEmailPageProps {
  userId?: string | undefined
  token?: string | undefined
}

export function ConfirmEmailPage({ userId, token }: ConfirmEmailPageProps) {
  const { text, ...texts } = messages.confirmEmail
  const confirm = userId && token ? () => call(confirmEmail, { body: { userId, token } }) : undefined
  return (
    <ConfirmPage {...texts} confirm={confirm}>
      <p>{text}</p>
    </ConfirmPage>
  )
}
