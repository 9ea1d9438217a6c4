import type { ImportCounts, ImportProgress } from '@earmark/contract/imports.ts'

export const noProgress: ImportProgress = {
  folders: 0,
  files: 0,
  filesLooked: 0,
  filesUnchanged: 0,
  bytesLooked: 0,
  books: 0,
  applied: 0,
}

export const noCounts: ImportCounts = {
  new: 0,
  changed: 0,
  moved: 0,
  missing: 0,
  unchanged: 0,
  refused: 0,
  warned: 0,
}
