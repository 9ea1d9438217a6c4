import { createFileRoute } from '@tanstack/react-router'
import { GenresPage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/genres')({ component: GenresPage })
