import { createFileRoute } from '@tanstack/react-router'
import { ConnectPage, requireSignIn } from '../features/auth/index.ts'

export const Route = createFileRoute('/connect/$token')({
  beforeLoad: requireSignIn,
  component: Connect,
})

function Connect() {
  return <ConnectPage token={Route.useParams().token} />
}
