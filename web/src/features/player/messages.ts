const kinds = {
  'audio-book': 'Audio Book',
  episode: 'Episode',
  podcast: 'Podcast',
  series: 'Series',
} as const

export type QueuedKind = keyof typeof kinds

/** Texts of the pages' own buttons; the bar's come with its bundle (`bar-messages.ts`). */
export const messages = {
  audioError: 'Audio error',
  listFailed: 'The other episodes could not be loaded',
  play: 'Play',
  pause: 'Pause',
  playAll: 'Play all',
  addToQueue: {
    label: 'Add to queue',
    short: 'Queue',
    labelOf: (title: string) => `Add ${title} to queue`,
    done: (kind: QueuedKind) => `${kinds[kind]} added to queue`,
  },
  playNext: {
    label: 'Play next',
    short: 'Play next',
    labelOf: (title: string) => `Play next: ${title}`,
    done: (kind: QueuedKind) => `${kinds[kind]} plays next`,
  },
  tracks: (count: number) => (count === 1 ? '1 track' : `${count} tracks`),
} as const
