const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

export const genreMessages = {
  title: 'Genres',
  about: 'Genres of audio books and categories of podcasts. The numbers are of what is public.',
  search: 'Search Genres',
  loadFailed: 'Get Genres failed',
  none: 'There are no Genres yet.',
  more: (count: number) => `Search to see the other ${count}.`,
  name: 'Name',
  count: 'Records',
  rename: (name: string) => `Rename ${name}`,
  renameTitle: 'Rename Genre',
  renameText: (name: string, count: number) =>
    `“${name}” gets its new name in ${records(count)} and all drafts.`,
  newName: 'New name',
  nameRequired: 'Name is required',
  inForms: 'Remove it in its records',
  save: 'Save',
  merge: 'Merge Genres',
  mergeText: (name: string, other: string, count: number) =>
    `There is “${other}” already. What has “${name}” (${records(count)}) gets “${other}” in its place, and “${name}” is gone.`,
  renamed: 'Genre renamed',
  merged: 'Genres merged',
  renameFailed: 'Genre update failed',
  delete: 'Delete Genre',
  deleted: 'Genre deleted',
  deleteFailed: 'Genre delete failed',
} as const
