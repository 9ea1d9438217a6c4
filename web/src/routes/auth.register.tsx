import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../features/auth/index.ts'

export const Route = createFileRoute('/auth/register')({ component: RegisterPage })
