/** Preloads GET /users/profiles/me; should that fail, the router's own error screen stands under this address. */
import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage, profileQuery, requireSignIn } from '../features/auth/index.ts'
import { load } from '../lib/query-client.ts'

export const Route = createFileRoute('/user-profile')({
  beforeLoad: requireSignIn,
  // As it is now: an address may have been confirmed elsewhere.
  loader: () => load(profileQuery, 0),
  // The page shows the loader's data, which must not be an earlier load's.
  gcTime: 0,
  component: UserProfile,
})

function UserProfile() {
  return <ProfilePage profile={Route.useLoaderData()} />
}
