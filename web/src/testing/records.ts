import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { noCover } from './no-cover.ts'

/** An audio book of which nothing but the name is known. */
export const bareAudioBook: AudioBook = {
  id: 7,
  name: 'The Salt Road',
  subtitle: null,
  description: null,
  ...noCover,
  audioUrl: null,
  tracksCount: 0,
  isAvailable: true,
  durationSeconds: null,
  chaptersCount: 0,
  authors: [],
  readers: [],
  credits: [],
  series: [],
  genres: [],
  language: null,
  publishedYear: null,
  publisher: null,
  isbn: null,
  isAbridged: null,
  isExplicit: false,
  publishedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
