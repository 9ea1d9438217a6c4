/** Loads the user as it is now; should that fail, the router's own error screen stands under this address. */
import { createFileRoute } from '@tanstack/react-router'
import { requireRole } from '../features/auth/index.ts'
import { loadUser, UserPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/users/$id')({
  beforeLoad: (asked) => requireRole('Admin', asked),
  loader: ({ params, cause }) => loadUser(params.id, cause),
  // The page shows the loader's data, which must not be an earlier load's.
  gcTime: 0,
  component: EditedUser,
})

function EditedUser() {
  const user = Route.useLoaderData()
  return <UserPage key={user.id} user={user} />
}
