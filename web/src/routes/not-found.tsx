import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../features/shell/index.ts'

export const Route = createFileRoute('/not-found')({ component: NotFoundPage })
