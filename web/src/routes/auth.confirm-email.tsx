import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '../features/auth/index.ts'
import { textParameters } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/auth/confirm-email')({
  validateSearch: textParameters('userId', 'token'),
  component: ConfirmEmail,
})

function ConfirmEmail() {
  return <ConfirmEmailPage {...Route.useSearch()} />
}
