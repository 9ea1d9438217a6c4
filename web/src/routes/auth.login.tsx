import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { LoginPage, readReturnTo, useSession } from '../features/auth/index.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: (address: { returnTo?: string } & SearchSchemaInput) => ({
    returnTo: readReturnTo(address),
  }),
  beforeLoad: ({ search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- how the router is told
    if (useSession.getState().signedIn) throw redirect({ href: search.returnTo ?? '/', replace: true })
  },
  component: Login,
})

function Login() {
  return <LoginPage returnTo={Route.useSearch().returnTo} />
}
