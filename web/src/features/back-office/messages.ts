/** The specification's texts, letter for letter, with our own for what it leaves open. */

export const areYouSure = (name: string) => `Are you sure ${name}?`

export const formMessages = {
  edit: 'Edit',
  save: 'Save',
  delete: 'Delete',
  view: 'View',
  moreActions: 'More actions',
  discard: 'Discard',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  discardAll: {
    title: 'Discard changes?',
    text: 'What you have changed on this page is not saved.',
    confirmLabel: 'Discard',
  },
  linkInvalid: 'An address begins with https:// or http://.',
  staleTitle: 'Changed in the meantime',
  staleText: (name: string) =>
    `Somebody else has saved “${name}” since you opened it. Their version is on the server, yours is only here.`,
  loadNewer: 'Load theirs',
  saveMine: 'Save mine',
  keepEditing: 'Keep editing',
  leave: {
    title: 'Leave without saving?',
    text: 'What you have changed on this page is not saved.',
    confirmLabel: 'Leave',
  },
} as const

/** The specification's texts about records of a kind, by its noun. */
export function recordTexts(noun: string) {
  return {
    created: `${noun} created`,
    updated: `${noun} updated`,
    deleted: `${noun} deleted`,
    loadFailed: `Get ${noun} failed`,
    createFailed: `${noun} create failed`,
    updateFailed: `${noun} update failed`,
    deleteFailed: `${noun} delete failed`,
    deleteTitle: `Delete ${noun}`,
  }
}

export type RecordTexts = ReturnType<typeof recordTexts>

export const creatorMessages = {
  ...recordTexts('Creator'),
  newTitle: 'New Creator',
  nickname: 'Nickname',
  nicknameRequired: 'Nickname is required',
  nicknameHint: 'What listeners see beside what is read.',
  name: 'Name',
  surname: 'Surname',
  sortName: 'Sort name',
  sortNameHint: 'What authors are sorted by, such as “Gull, The”. Without one, the nickname.',
  image: 'Picture',
  imageHint: 'Shown round. Without one, the initials stand in its place.',
  biography: 'Biography',
  links: 'Links',
  noLinks: 'No links.',
  link: (number: number) => `Link ${number}`,
  addLink: 'Add link',
  removeLink: (number: number) => `Remove link ${number}`,
  linksFull: (most: number) => `A creator has ${most} links at most.`,
} as const

export const mergeMessages = {
  item: 'Merge into…',
  selectorTitle: (nickname: string) => `Merge ${nickname} into`,
  title: (nickname: string, into: string) => `Merge ${nickname} into ${into}?`,
  goes: 'Goes',
  stays: 'Stays',
  counting: 'Counting…',
  works: (audioBooks: number, podcasts: number, episodes: number) => {
    const parts = [
      several(audioBooks, 'audio book'),
      several(podcasts, 'podcast'),
      several(episodes, 'episode'),
    ].filter(Boolean)
    return parts.length === 0 ? 'No works' : parts.join(' · ')
  },
  what: (nickname: string, into: string) =>
    `All works of ${nickname} become those of ${into}, who also gets the picture, the text and the links that are missing there. The page of ${nickname} leads to that of ${into} from then on.`,
  forGood: 'This cannot be undone.',
  merge: 'Merge',
  merging: 'Merging…',
  cancel: 'Cancel',
  merged: (nickname: string, into: string) => `${nickname} is now part of ${into}`,
  failed: 'Creator merge failed',
} as const

function several(count: number, noun: string): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

const groupTexts = {
  name: 'Name',
  description: 'Description',
} as const

export const seriesMessages = { ...recordTexts('Series'), ...groupTexts, newTitle: 'New Series' } as const

export const seriesSelectorMessages = {
  selectorTitle: 'Choose a series',
  search: 'Search series',
  pages: 'Pages of series',
  loadFailed: 'Get Series failed',
  nobodyFound: (term: string) => `No series matches “${term}”.`,
  nobodyAtAll: 'There are no series yet.',
  booksCount: (count: number) => (count === 1 ? '1 book' : `${count} books`),
  create: (name: string) => `New series “${name}”`,
  searchFirst: 'To make a new one, search its name.',
  cancel: 'Cancel',
} as const

export const collectionMessages = {
  ...recordTexts('Collection'),
  ...groupTexts,
  newTitle: 'New Collection',
  place: 'Place',
  placeHint: 'Smaller numbers come first; a new collection comes last.',
  placeInvalid: 'Place has to be a whole number from 0 to 1000000',
  isOnHome: 'On the home page',
  items: 'Audio Books and Podcasts',
  none: 'Nothing yet.',
  add: 'Add',
  move: (name: string) => `Move ${name}`,
  moveKeys: 'Arrow keys move it, Home and End to the first and the last place',
  movedTo: (place: number, count: number) => `Moved to place ${place} of ${count}`,
  remove: (name: string) => `Remove ${name}`,
  kinds: { audioBook: 'Audio Book', podcast: 'Podcast' },
  full: (most: number) => `A collection has ${most} at most.`,
  selectorTitle: 'Choose what to add',
  what: 'What',
  search: 'Search',
  done: 'Done',
} as const

export const userMessages = {
  ...recordTexts('User'),
  newTitle: 'New User',
  email: 'Email',
  name: 'Name',
  newPassword: 'New password',
  newPasswordHint: 'Leave it empty to keep the one there is.',
  firstPasswordHint: 'Leave it empty, and the user gets a mail to set one.',
  role: 'Role',
  roleHints: {
    User: 'Listens, and keeps a library of their own.',
    Editor: 'Also maintains audio books, podcasts and creators.',
    Admin: 'Also manages users.',
  },
  emailConfirmed: 'Email confirmed',
  emailConfirmedHint: 'Nobody can sign in with an address that is not confirmed.',
  forgotPassword: 'Forgot password',
  forgotPasswordQuestion: 'Start forgot password process?',
  forgotPasswordStarted: 'User forgot password started',
  forgotPasswordFailed: 'User forgot password failed',
} as const

export const inviteMessages = {
  invite: 'Invite',
  title: 'Invite somebody',
  text: 'The link is good for one account, for seven days.',
  email: 'Email',
  emailHint: 'Leave it empty to get the link here and hand it on yourself.',
  role: 'Role',
  sent: (email: string) => `Invitation sent to ${email}`,
  failed: 'Invitation failed',
  made: {
    title: 'Invitation made',
    text: 'Hand this link on to one person. It is shown this once.',
    link: 'Link',
    until: (day: string) => `Good once, until ${day}.`,
    copy: 'Copy link',
    copied: 'Link copied',
    copyingFailed: 'Copying failed',
    close: 'Close',
  },
} as const

export const peopleMessages = {
  id: 'Id',
  nickname: 'Nickname',
  name: 'Name',
  surname: 'Surname',
  role: 'Role',
  roleOf: (nickname: string) => `Role of ${nickname}`,
  as: 'As',
  asOf: (nickname: string) => `${nickname} as`,
  order: 'Order',
  move: (nickname: string) => `Move ${nickname}`,
  movedTo: (place: number, count: number) => `Place ${place} of ${count}`,
  moveKeys: 'With arrow up and down it moves by one place, with Home and End to the ends.',
  addPerson: 'Add Person',
  addPersonFailed: 'Add Person failed',
  changeFailed: 'People update failed',
  actions: 'Actions',
  remove: (nickname: string) => `Remove ${nickname}`,
  nobody: 'Nobody yet.',
  selectorTitle: 'Choose a creator',
  search: 'Search creators',
  pages: 'Pages of creators',
  loading: 'Loading...',
  loadFailed: 'Get Creators failed',
  reload: 'Reload',
  nobodyFound: (term: string) => `Nobody matches “${term}”.`,
  nobodyAtAll: 'There are no creators yet.',
  alreadyThere: '(already there)',
  cancel: 'Cancel',
  newCreator: 'New creator',
  back: 'Back',
  create: 'Create',
} as const

export const indexMessages = {
  title: 'Edit - Only for pros',
  windowTitle: 'Edit',
  tables: 'Tables',
  house: 'House',
  openApi: 'Open API',
  openApiHint: 'All calls of this library, to read and to try.',
  loading: 'Loading...',
  reload: 'Reload',
  showAll: 'Show all',
  toFirstPage: 'Go to the first page',
  pastTheEnd: (pages: number) =>
    pages === 1 ? 'This list has one page only.' : `This list ends at page ${pages}.`,
  nothingFound: (term: string) => `Nothing here matches “${term}”.`,
  nothingLeft: 'Nothing matches all of that.',
  without: (filter: string) => `Without “${filter}”`,
  filters: (nouns: string) => `Which ${nouns}`,
  all: 'All',
  problems: {
    NoAudio: 'No audio',
    NoCover: 'No cover',
    NoReader: 'No reader',
    NoVoicer: 'No voicer',
    NoLanguage: 'No language',
    Draft: 'Draft',
    Scheduled: 'Scheduled',
  },
  rowsOf: (nouns: string) => `${nouns} on a page`,
  rows: (count: number) => `${count} rows`,
  found: (count: number) => `${count} found`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  forgotPassword: (name: string) => `Forgot password of ${name}`,
  actions: 'Actions',
  columns: {
    id: 'Id',
    number: 'Number',
    name: 'Name',
    coverImage: 'Cover image',
    coverImagePreview: 'Preview',
    description: 'Description',
    audio: 'Audio',
    readersCount: 'Readers',
    episodesCount: 'Episodes',
    voicersCount: 'Voicers',
    nickname: 'Nickname',
    surname: 'Surname',
    picture: 'Picture',
    audioBooksCount: 'Audio Books',
    podcastsCount: 'Podcasts',
    email: 'Email',
    emailConfirmed: 'Email confirmed',
    role: 'Role',
    booksCount: 'Books',
    authors: 'Authors',
    place: 'Place',
    isOnHome: 'On home',
    itemsCount: 'Titles',
  },
  coverOf: (name: string) => `Cover of ${name}`,
  previewOf: (name: string) => `Preview of ${name}`,
} as const

function tableTexts(noun: string, nouns = `${noun}s`) {
  const { deleteTitle, deleted, deleteFailed } = recordTexts(noun)
  return {
    title: nouns,
    create: `Create ${noun}`,
    search: `Search ${nouns}`,
    pages: `Pages of ${nouns}`,
    empty: `There are no ${nouns} yet.`,
    loadFailed: `Get ${nouns} failed`,
    deleteTitle,
    deleted,
    deleteFailed,
  }
}

export const tableMessages = {
  audioBooks: tableTexts('Audio Book'),
  podcasts: tableTexts('Podcast'),
  creators: tableTexts('Creator'),
  series: tableTexts('Series', 'Series'),
  collections: tableTexts('Collection'),
  sources: {
    ...tableTexts('Source'),
    empty: 'No podcast comes from a feed yet.',
    deleted: 'Source removed',
    deleteFailed: 'Removing the source failed',
  },
  users: tableTexts('User'),
  episodes: {
    ...tableTexts('Episode'),
    deleteTitle: 'Delete Podcast Episode',
    deleted: 'Podcast Episode deleted',
    deleteFailed: 'Delete Episode failed',
  },
} as const
