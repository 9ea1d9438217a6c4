import { createFileRoute } from '@tanstack/react-router'
import { ConfirmChangeEmailPage } from '../features/auth/index.ts'
import { textParameters } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/auth/confirm-change-email')({
  validateSearch: textParameters('userId', 'newEmail', 'token'),
  component: ConfirmChangeEmail,
})

function ConfirmChangeEmail() {
  return <ConfirmChangeEmailPage {...Route.useSearch()} />
}
