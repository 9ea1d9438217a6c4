import { createFileRoute } from '@tanstack/react-router'
import { NewCreatorPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/creators/create')({ component: NewCreatorPage })
