import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { useSession } from '../../auth/index.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

function Form() {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  useUnsavedChanges(text !== '')
  return (
    <>
      <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => void navigate({ href: '/elsewhere' })}>
        Go
      </button>
      <button type="button" onClick={() => void navigate({ href: '/elsewhere', ignoreBlocker: true })}>
        Saved
      </button>
    </>
  )
}

beforeEach(async () => {
  useSession.setState({ signedIn: true, role: 'Editor' })
  // jsdom draws no top layer and scrolls nothing.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  window.scrollTo = () => undefined
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <DialogHost />
      </>
    ),
  })
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: Form }),
    createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <p>Elsewhere</p> }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  await screen.findByLabelText('Name')
})

afterEach(cleanup)

const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a page without changes is left without a word', async () => {
  press('Go')
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('unsaved changes ask, and stay with Cancel', async () => {
  type('Slow Signals')
  press('Go')
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Slow Signals')
})

test('unsaved changes go with Leave', async () => {
  type('Slow Signals')
  press('Go')
  await screen.findByRole('dialog')
  press('Leave')
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('what was taken back, and what was saved, does not ask', async () => {
  type('Slow Signals')
  type('')
  type('Slow Signals')
  press('Saved')
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})

test('whoever lost the session goes without a question: there is no staying', async () => {
  type('Slow Signals')
  useSession.setState({ signedIn: false, role: null })
  press('Go')
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
