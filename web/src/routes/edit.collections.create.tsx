import { createFileRoute } from '@tanstack/react-router'
import { NewCollectionPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/collections/create')({ component: NewCollectionPage })
