import { createFileRoute } from '@tanstack/react-router'
import { NewUserPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/users/create')({
  component: NewUserPage,
})
