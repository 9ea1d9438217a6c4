import { type ExportFormat, exportBookmarks } from '@earmark/contract/bookmarks.ts'
import { ApiError, loadRefresh } from '../../../lib/api.ts'
import { readStored } from '../../../lib/browser-storage.ts'
import { request } from '../../../lib/request.ts'

const endings = { markdown: 'md', csv: 'csv', json: 'json' } as const

/** Saves the account's bookmarks as a file. @throws {ApiError} */
export async function download(format: ExportFormat): Promise<void> {
  const ask = (token: string | null) => request(exportBookmarks, { querystring: { format } }, token)
  const token = readStored('accessToken')
  let answer = await ask(token)
  if (answer.status === 401 && token !== null) {
    const { renewedToken } = await loadRefresh()
    answer = await ask(await renewedToken(token))
  }
  if (!answer.ok) throw new ApiError(answer.status, [])
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = `bookmarks.${endings[format]}`
  link.click()
  URL.revokeObjectURL(address)
}
