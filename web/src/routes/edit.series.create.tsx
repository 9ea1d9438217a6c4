import { createFileRoute } from '@tanstack/react-router'
import { NewSeriesPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/series/create')({ component: NewSeriesPage })
