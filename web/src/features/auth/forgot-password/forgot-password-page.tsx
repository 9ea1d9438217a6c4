import { RequestForm } from './request-form.tsx'
import { ResetForm } from './reset-form.tsx'

interface ForgotPasswordPageProps {
  email?: string | undefined
  /** From the mail, together with the email. */
  token?: string | undefined
}

export function ForgotPasswordPage({ email = '', token = '' }: ForgotPasswordPageProps) {
  return email && token ? <ResetForm email={email} token={token} /> : <RequestForm email={email} />
}
