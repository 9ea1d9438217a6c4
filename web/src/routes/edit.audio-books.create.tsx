import { createFileRoute } from '@tanstack/react-router'
import { AudioBookCreatePage } from '../features/back-office/index.ts'

export const Route = createFileRoute('/edit/audio-books/create')({ component: AudioBookCreatePage })
