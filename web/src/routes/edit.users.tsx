/** Users are for administrators. */
import { createFileRoute } from '@tanstack/react-router'
import { requireRole } from '../features/auth/index.ts'

export const Route = createFileRoute('/edit/users')({
  beforeLoad: (asked) => requireRole('Admin', asked),
})
