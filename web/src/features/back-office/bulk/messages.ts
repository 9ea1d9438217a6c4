/** The texts of changes of many records at once. */

const counted = (count: number, [one, many]: Nouns) => `${count} ${count === 1 ? one : many}`

/** Of the records of a kind: one, and several. */
export type Nouns = readonly [one: string, many: string]

export const bulkMessages = {
  select: (name: string) => `Select ${name}`,
  selectPage: (nouns: string) => `Select all ${nouns} on this page`,
  selectHeading: 'Selected',
  bar: (nouns: string) => `Selected ${nouns}`,
  selected: (count: number, elsewhere: number) =>
    elsewhere === 0 ? `${count} selected` : `${count} selected, ${elsewhere} of them on other pages`,
  genres: { AudioBook: 'Genres', Podcast: 'Categories' },
  language: 'Language',
  people: 'People',
  series: 'Series',
  publish: 'Publish now',
  unpublish: 'Unpublish',
  delete: 'Delete',
  more: 'More actions',
  clear: 'Clear selection',
  stop: 'Stop',
  stopping: 'Stopping...',
  progress: (done: number, total: number) => `${done} of ${total}`,
  changed: (count: number, nouns: Nouns) => `${counted(count, nouns)} changed`,
  failed: (nouns: string) => `${nouns} update failed`,
  outcome: (done: number, failed: number) => `${done} done, ${failed} not`,
  failures: (count: number, nouns: Nouns) => `${counted(count, nouns)} not changed`,
  close: 'Close',
  ofSelected: (count: number, nouns: Nouns) => `In ${counted(count, nouns)}.`,
  add: 'Add',
  remove: 'Remove',
  chipHint: 'Enter adds each.',
  nothingChosen: 'Choose something to add or to remove.',
  apply: 'Apply',
  role: 'Role',
  as: 'As',
  deleteTitle: (nouns: string) => `Delete ${nouns}`,
  counted,
  unpublishText: (count: number, nouns: Nouns) =>
    `${counted(count, nouns)} disappear everywhere at once. Their places in libraries, queues and listening are kept.`,
} as const
