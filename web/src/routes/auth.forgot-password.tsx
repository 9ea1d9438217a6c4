import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../features/auth/index.ts'
import { textParameters } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/auth/forgot-password')({
  validateSearch: textParameters('email', 'token'),
  component: ForgotPassword,
})

function ForgotPassword() {
  return <ForgotPasswordPage {...Route.useSearch()} />
}
