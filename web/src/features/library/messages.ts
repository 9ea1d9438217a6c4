/** The specification's texts, letter for letter, with our own for what it leaves open. */
interface ChangeMessages {
  done: string
  failed: string
}

/** Outcomes of a change: of one subject, and of a podcast with all its episodes. */
export const changeMessages: Record<'one' | 'all', Record<'add' | 'remove', ChangeMessages>> = {
  one: {
    add: { done: 'Added to My Library', failed: 'Adding to My Library failed' },
    remove: { done: 'Removed from My Library', failed: 'Removing from My Library failed' },
  },
  all: {
    add: { done: 'Added all to My Library', failed: 'Adding all to My Library failed' },
    remove: { done: 'Removed all from My Library', failed: 'Removing all from My Library failed' },
  },
}

export const messages = {
  add: 'Add to My Library',
  remove: 'Remove from My Library',
  follow: 'Follow',
  following: 'Following',
  audioBooks: 'Audio Books',
  podcasts: 'Podcasts',
  bookmarks: 'Bookmarks',
  addByFeed: 'Add by feed',
  noAudioBooks: 'There are no Audio Books here',
  noPodcasts: 'There are no Podcasts here',
  browseAudioBooks: 'Browse all Audio Books',
  browsePodcasts: 'Browse all Podcasts',
  loading: 'Loading...',
} as const
