/** Everything under /edit is for editors. */
import { createFileRoute } from '@tanstack/react-router'
import { requireRole } from '../features/auth/index.ts'

export const Route = createFileRoute('/edit')({
  beforeLoad: (asked) => requireRole('Editor', asked),
})
