import { createFileRoute } from '@tanstack/react-router'
import { PodcastCreatePage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/podcasts/create')({ component: PodcastCreatePage })
