/** The table of each kind's index. A user's id is its `seq`. */
export const indexes = {
  'audio-book': 'search_audio_books',
  podcast: 'search_podcasts',
  episode: 'search_episodes',
  creator: 'search_creators',
  series: 'search_series',
  user: 'search_users',
} as const

export type SearchKind = keyof typeof indexes
