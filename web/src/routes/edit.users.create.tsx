import { createFileRoute } from '@tanstack/react-router'
import { requireRole } from '../features/auth/index.ts'
import { NewUserPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/users/create')({
  beforeLoad: (asked) => requireRole('Admin', asked),
  component: NewUserPage,
})
