/** What the pages' own buttons say; the rest comes with the bar (`bar-messages.ts`). */
export const messages = {
  audioError: 'Audio error',
  addedToQueue: {
    'audio-book': 'Audio Book added to queue',
    episode: 'Episode added to queue',
    podcast: 'Podcast added to queue',
  },
  play: 'Play',
  pause: 'Pause',
  playAll: 'Play all',
  addToQueue: 'Add to queue',
  queue: 'Queue',
  addTrackToQueue: (title: string) => `Add ${title} to queue`,
  playNext: 'Play next',
  playTrackNext: (title: string) => `Play next: ${title}`,
  playsNext: {
    'audio-book': 'Audio Book plays next',
    episode: 'Episode plays next',
    podcast: 'Podcast plays next',
  },
  tracks: (count: number) => (count === 1 ? '1 track' : `${count} tracks`),
} as const
