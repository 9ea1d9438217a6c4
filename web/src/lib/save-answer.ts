import type { Endpoint, EndpointInput } from '@earmark/contract/endpoint.ts'
import { ApiError, loadRefresh } from './api.ts'
import { readStored } from './browser-storage.ts'
import { request } from './request.ts'

/** Saves the text that a call answers as a file. @throws {ApiError} */
export async function saveAnswer<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  fileName: string,
): Promise<void> {
  const ask = (token: string | null) => request(endpoint, input as object, token)
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
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
