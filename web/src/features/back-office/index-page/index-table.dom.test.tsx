import type { Creator } from '@earmark/contract/creators.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { readSearch, writeSearch } from '../../../lib/url-parameters.ts'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { ToastRegion } from '../../../ui/toast/toast-region.tsx'
import { dismissToast, useToasts } from '../../../ui/toast/toasts.ts'
import { creators as creatorsKind } from './index-kinds.tsx'
import type { IndexSearch } from '../index-search.ts'
import { IndexTable } from './index-table.tsx'

const fetched = vi.fn<typeof fetch>()
let creators: Creator[] = []

/** As the server pages: newest first, ten at a time. */
function answer(address: string, method: string | undefined): Response {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  if (method === 'DELETE') {
    creators = creators.filter(({ id }) => pathname !== `/api/creators/${id}`)
    return new Response(null, { status: 204 })
  }
  const from = (Number(searchParams.get('pageNumber')) - 1) * 10
  const found = creators.filter(({ nickname }) => nickname.includes(searchParams.get('search') ?? ''))
  return Response.json({ items: found.slice(from, from + 10), totalCount: found.length, pagedQuery: {} })
}

async function show(address: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <DialogHost />
        <ToastRegion />
      </>
    ),
  })
  const index = createRoute({
    getParentRoute: () => root,
    path: '/edit',
    validateSearch: (search: IndexSearch) => search,
    component: () => <IndexTable kind={creatorsKind} search={index.useSearch()} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([index]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Creators' })
  return router
}

beforeEach(() => {
  creators = Array.from({ length: 11 }, (_, place) => ({
    id: 11 - place,
    nickname: `Voice ${11 - place}`,
    name: null,
    surname: null,
  }))
  fetched
    .mockReset()
    .mockImplementation((address, init) => Promise.resolve(answer(address as string, init?.method)))
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  for (const { id } of useToasts.getState().shown) dismissToast(id)
  vi.unstubAllGlobals()
})

const nicknames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('begins with the first page, the newest first', async () => {
  await show('/edit')
  expect(await screen.findByRole('rowheader', { name: 'Voice 11' })).toBeTruthy()
  expect(nicknames()).toHaveLength(10)
  expect(fetched.mock.calls[0]?.[0]).toBe(
    '/api/creators/paged?pageNumber=1&pageSize=10&sortBy=id&sortOrder=desc',
  )
})

test('page, search and order stand in the address, and come back from it', async () => {
  const router = await show('/edit?podcastsPage=3')
  await screen.findByRole('rowheader', { name: 'Voice 11' })
  press('Next page')
  await waitFor(() => expect(nicknames()).toEqual(['Voice 1']))
  expect(router.state.location.search).toEqual({ podcastsPage: '3', creatorsPage: '2' })
  press('Nickname')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ podcastsPage: '3', creatorsSort: 'nickname-asc' }),
  )
  const field = screen.getByRole('searchbox', { name: 'Search Creators' })
  fireEvent.change(field, { target: { value: 'Voice 7' } })
  fireEvent.submit(field)
  await waitFor(() => expect(nicknames()).toEqual(['Voice 7']))
  router.history.go(-3)
  await waitFor(() => expect(nicknames()).toHaveLength(10))
})

test('deletes after asking; a page of which nothing is left gives way to the one before', async () => {
  const router = await show('/edit?creatorsPage=2')
  await screen.findByRole('rowheader', { name: 'Voice 1' })
  press('Delete Voice 1')
  const dialog = await screen.findByRole('dialog', { name: 'Delete Creator' })
  expect(dialog.textContent).toContain('Are you sure Voice 1?')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Creator deleted')).toBeTruthy()
  await waitFor(() => expect(nicknames()).toContain('Voice 11'))
  expect(router.state.location.search).toEqual({})
})

test('what is not deleted says why, and stays', async () => {
  await show('/edit')
  await screen.findByRole('rowheader', { name: 'Voice 11' })
  fetched.mockResolvedValue(
    Response.json([{ code: 'Forbidden', description: 'Not for you.' }], { status: 403 }),
  )
  press('Delete Voice 11')
  await screen.findByRole('dialog', { name: 'Delete Creator' })
  press('Confirm')
  const toast = await screen.findByText('Creator delete failed', { exact: false })
  expect(toast.textContent).toBe('Error: Creator delete failedNot for you.')
  expect(nicknames()).toContain('Voice 11')
})

test('a page that cannot be loaded says so and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fetched.mockResolvedValueOnce(
    Response.json([{ code: 'InvalidQuery', description: 'No such page.' }], { status: 400 }),
  )
  await show('/edit')
  expect((await screen.findByRole('alert')).textContent).toBe('Get Creators failed')
  expect(screen.getByText('No such page.')).toBeTruthy()
  press('Reload')
  expect(await screen.findByRole('rowheader', { name: 'Voice 11' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Creators' }))
})

test('a search without a match offers everything again', async () => {
  await show('/edit?creatorsSearch=nobody')
  await screen.findByText('Nothing here matches “nobody”.')
  press('Show all')
  expect(await screen.findByRole('rowheader', { name: 'Voice 11' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Creators' }))
})
