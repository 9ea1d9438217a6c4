import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { homeListQuery } from '../queries.ts'
import { audioBookList } from './list-kinds.ts'
import { useRecordPage } from './use-record-page.ts'

const call = 'GET /audio-books/paged'
const book = { id: 1, name: 'Salt' } as AudioBook
const outage = [500, { code: 'InternalError', description: 'The tide is in.' }] as const

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Around({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

function show() {
  // Failed loads are logged to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const server = new FakeServer({ [call]: { items: [book], totalCount: 1, pagedQuery: {} } })
  const page = () => renderHook(() => useRecordPage(audioBookList, homeListQuery), { wrapper: Around }).result
  return { server, page }
}

test('what is on the screen stays there when it cannot be asked for again', async () => {
  const { server, page } = show()
  const shown = page()
  await waitFor(() => expect(shown.current.shown?.items).toEqual([book]))
  server.refuse(call, ...outage)
  await queryClient.invalidateQueries()
  await waitFor(() => expect(queryClient.getQueryCache().getAll()[0]?.state.status).toBe('error'))
  expect([shown.current.failed, shown.current.shown?.items]).toEqual([false, [book]])
})

test('where there is nothing to show the failure is', async () => {
  const { server, page } = show()
  server.refuse(call, ...outage)
  const shown = page()
  await waitFor(() => expect(shown.current.failed).toBe(true))
})
