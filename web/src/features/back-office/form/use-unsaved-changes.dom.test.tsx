import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, type } from '../../../testing/the-app.tsx'
import { useSession } from '../../auth/index.ts'

const elsewhere = '/auth/forgot-password'
let router: ReturnType<typeof openApp>

beforeEach(async () => {
  new FakeServer(answers)
  router = openApp(paths.newCreator, 'Editor')
  await screen.findByLabelText('Nickname')
})

afterEach(closeApp)

async function edit() {
  const block = vi.spyOn(router.history, 'block')
  await type('Nickname', 'Inés')
  await waitFor(() => expect(block).toHaveBeenCalled())
}

const leave = () => void router.navigate({ href: elsewhere })

async function expectAt(path: string) {
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  expect(screen.queryByRole('dialog')).toBeNull()
}

test('a page without changes is left without a question', async () => {
  leave()
  await expectAt(elsewhere)
})

test('unsaved changes ask, and stay with Cancel', async () => {
  await edit()
  leave()
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Inés')
})

test('unsaved changes are dropped with Leave', async () => {
  await edit()
  leave()
  await screen.findByRole('dialog')
  await press('Leave')
  await expectAt(elsewhere)
})

test('saved changes lead on without a question', async () => {
  await edit()
  await press('Save')
  await expectAt(paths.creator)
})

test('without a session nothing asks, because there is no staying', async () => {
  await edit()
  useSession.setState({ signedIn: false, role: null })
  leave()
  await expectAt(elsewhere)
})
