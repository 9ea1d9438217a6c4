import { lazy } from 'react'

export const RecordChapters = lazy(async () => ({
  default: (await import('./record-chapters.tsx')).RecordChapters,
}))
