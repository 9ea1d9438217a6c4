/** The whole app in a document, at an address, for tests of what its screens say and do. */
import type { Role } from '@earmark/contract/roles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { useSession } from '../features/auth/index.ts'
import { NotFoundPage } from '../features/shell/index.ts'
import { queryClient } from '../lib/query-client.ts'
import { readSearch, writeSearch } from '../lib/url-parameters.ts'
import { routeTree } from '../routeTree.gen.ts'
import { useDialogs } from '../ui/dialog/dialogs.ts'
import { useToasts } from '../ui/toast/toasts.ts'

class NothingIsSeen {
  observe() {}
  disconnect() {}
}

/** jsdom observes no layout, plays nothing, and has no addresses for files. */
function mendDocument() {
  vi.stubGlobal('IntersectionObserver', NothingIsSeen)
  vi.stubGlobal('ResizeObserver', NothingIsSeen)
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
  HTMLElement.prototype.hidePopover = () => undefined
  HTMLMediaElement.prototype.load = () => undefined
  HTMLMediaElement.prototype.pause = () => undefined
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
}

/** @param role null for a visitor */
export function openApp(address: string, role: Role | null) {
  mendDocument()
  if (role !== null) {
    localStorage.setItem('accessToken', 'token')
    localStorage.setItem('userRole', role)
  }
  useSession.setState({ signedIn: role !== null, role })
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: NotFoundPage,
    defaultNotFoundComponent: NotFoundPage,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

export function closeApp() {
  cleanup()
  queryClient.clear()
  useToasts.setState({ shown: [] })
  useDialogs.setState({ waiting: [] })
  localStorage.clear()
  vi.unstubAllGlobals()
}

/** The texts of the visible toasts, each with its second line. */
export function toasts(): (string | undefined)[][] {
  const region = screen.getByRole('region', { name: 'Messages' })
  return [...region.querySelectorAll('p')].map((words) => {
    const description = words.querySelector('span:last-child:not(:first-child)')?.textContent
    const said = words.textContent.slice(0, words.textContent.length - (description?.length ?? 0))
    return [said, ...(description === undefined ? [] : [description])]
  })
}

export async function press(
  name: string | RegExp,
  inside?: HTMLElement,
  role: 'button' | 'menuitem' = 'button',
): Promise<void> {
  const place = inside ? within(inside) : screen
  // `hidden` skips the slow check for visibility.
  const button = await place.findByRole<HTMLButtonElement>(role, { name, hidden: true })
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
}

export async function type(label: string, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label, { exact: true }), { target: { value } })
}

/** Confirms the dialog of this title and text. */
export async function confirmThat(title: string, text: string): Promise<void> {
  const question = await screen.findByRole('dialog', { name: title })
  expect(within(question).getByText(text)).toBeTruthy()
  await press('Confirm', question)
}
