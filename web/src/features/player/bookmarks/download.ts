import { type ExportFormat, exportBookmarks } from '@earmark/contract/bookmarks.ts'
import { saveAnswer } from '../../../lib/save-answer.ts'

const endings = { markdown: 'md', csv: 'csv', json: 'json' } as const

/** Saves the account's bookmarks as a file. @throws {ApiError} */
export async function download(format: ExportFormat): Promise<void> {
  await saveAnswer(exportBookmarks, { querystring: { format } }, `bookmarks.${endings[format]}`)
}
