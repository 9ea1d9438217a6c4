export const messages = {
  myLibrary: 'My Library',
} as const
