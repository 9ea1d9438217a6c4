import { createRootRoute } from '@tanstack/react-router'
import { Layout } from '../features/shell/index.ts'

export const Route = createRootRoute({ component: Layout })
