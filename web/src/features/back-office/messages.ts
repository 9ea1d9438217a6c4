/** The specification's texts, letter for letter, with our own for what it leaves open. */

export const areYouSure = (name: string) => `Are you sure ${name}?`

export const formMessages = {
  edit: 'Edit',
  save: 'Save',
  delete: 'Delete',
  moreActions: 'More actions',
  discard: 'Discard',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  discardAll: {
    title: 'Discard changes?',
    text: 'What you have changed on this page is not saved.',
    confirmLabel: 'Discard',
  },
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

export const peopleMessages = {
  id: 'Id',
  nickname: 'Nickname',
  name: 'Name',
  surname: 'Surname',
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
  found: (count: number) => `${count} found`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  forgotPassword: (name: string) => `Forgot password of ${name}`,
  actions: 'Actions',
  columns: {
    id: 'Id',
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
    email: 'Email',
    emailConfirmed: 'Email confirmed',
    role: 'Role',
  },
  coverOf: (name: string) => `Cover of ${name}`,
  previewOf: (name: string) => `Preview of ${name}`,
} as const

function tableTexts(noun: string) {
  const { deleteTitle, deleted, deleteFailed } = recordTexts(noun)
  return {
    title: `${noun}s`,
    create: `Create ${noun}`,
    search: `Search ${noun}s`,
    pages: `Pages of ${noun}s`,
    empty: `There are no ${noun}s yet.`,
    loadFailed: `Get ${noun}s failed`,
    deleteTitle,
    deleted,
    deleteFailed,
  }
}

export const tableMessages = {
  audioBooks: tableTexts('Audio Book'),
  podcasts: tableTexts('Podcast'),
  creators: tableTexts('Creator'),
  users: tableTexts('User'),
} as const
