import { createRootRoute } from '@tanstack/react-router'
import { requireMembership } from '../features/auth/index.ts'
import { Layout } from '../features/shell/index.ts'

export const Route = createRootRoute({ beforeLoad: requireMembership, component: Layout })
