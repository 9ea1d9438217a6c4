import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../features/auth/index.ts'
import { textParameters } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/auth/register')({
  validateSearch: textParameters('invitation'),
  component: Register,
})

function Register() {
  return <RegisterPage {...Route.useSearch()} />
}
