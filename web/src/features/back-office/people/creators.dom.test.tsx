import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts, type } from '../../../testing/the-app.tsx'

/** What the form of a creator does beyond what all forms do. */

let known: Partial<Record<CallName, unknown>>
let server: FakeServer

beforeEach(() => {
  known = { ...answers }
  server = new FakeServer(known)
})

afterEach(closeApp)

const nicknameNow = () => screen.getByLabelText<HTMLInputElement>('Nickname').value
const ofPut = (call: CallName) => call.startsWith('PUT')

test('when somebody else has saved meanwhile, theirs can be loaded', async () => {
  openApp(paths.creator, 'Editor')
  await type('Nickname', 'Mine')
  const description = 'Somebody else has changed this meanwhile.'
  server.refuse('PUT /creators/3', 409, { code: 'StaleRecord', description })
  known['GET /creators/3'] = { ...(answers['GET /creators/3'] as object), nickname: 'Theirs' }
  await press('Save')
  expect(await screen.findByText(/somebody else has saved “Inés”/i)).toBeTruthy()
  await press('Keep editing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(nicknameNow()).toBe('Mine')
  await press('Save')
  await screen.findByRole('dialog')
  await press('Load theirs')
  await waitFor(() => expect(nicknameNow()).toBe('Theirs'))
  expect(toasts()).toEqual([])
})

test('links are added, removed, and refused at their field where they are no addresses', async () => {
  openApp(paths.creator, 'Editor')
  await press('Add link')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Link 1')))
  await type('Link 1', 'example.org')
  await press('Add link')
  await type('Link 2', 'https://example.org/')
  expect(screen.getByText('1 change')).toBeTruthy()
  fireEvent.submit(screen.getByLabelText('Link 1'))
  expect(await screen.findByText('An address begins with https:// or http://.')).toBeTruthy()
  expect(screen.getByLabelText('Link 1').getAttribute('aria-invalid')).toBe('true')
  expect(server.heard.filter(ofPut)).toEqual([])
  await press('Remove link 1')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add link' }))
  expect(screen.getByLabelText<HTMLInputElement>('Link 1').value).toBe('https://example.org/')
  await press('Save')
  await waitFor(() => expect(toasts()).toEqual([['Creator updated']]))
})

test('a picture is chosen and cleared, and refused at its field', async () => {
  openApp(paths.creator, 'Editor')
  const input = await screen.findByLabelText('Picture file')
  fireEvent.change(input, { target: { files: [new File(['x'], 'ines.png', { type: 'image/png' })] } })
  expect(screen.getByText('1 change')).toBeTruthy()
  expect(screen.getByAltText('Picture preview')).toBeTruthy()
  const description = 'The file is damaged or incomplete.'
  server.refuse('PUT /creators/3', 400, { code: 'BrokenMedia', description, field: 'image' })
  await press('Save')
  const field = screen.getByRole('group', { name: 'Picture' })
  expect(await within(field).findByText(description)).toBeTruthy()
  await press('Clear picture')
  expect(screen.queryByText('1 change')).toBeNull()
})

async function openMerge() {
  const router = openApp(paths.creator, 'Editor')
  await press('Merge into…', undefined, 'menuitem')
  const selector = await screen.findByRole('dialog', { name: 'Merge Inés into' })
  expect(within(selector).queryByRole('button', { name: 'New creator' })).toBeNull()
  const own = await within(selector).findByRole<HTMLButtonElement>('button', { name: /^Inés/ })
  expect(own.disabled).toBe(true)
  await press(/^Gull/, selector)
  return { router, dialog: await screen.findByRole('dialog', { name: 'Merge Inés into Gull?' }) }
}

test('a creator is merged into another once both have been shown, and leads there', async () => {
  const { router, dialog } = await openMerge()
  expect(await within(dialog).findByText('1 audio book · 1 podcast · 12 episodes')).toBeTruthy()
  expect(await within(dialog).findByText('1 audio book · 1 podcast')).toBeTruthy()
  expect(within(dialog).getByText('This cannot be undone.')).toBeTruthy()
  expect(server.heard).not.toContain('POST /creators/3/merge')
  await press('Merge', dialog)
  await waitFor(() => expect(router.state.location.pathname).toBe('/edit/creators/5'))
  await waitFor(() => expect(toasts()).toEqual([['Inés is now part of Gull']]))
})

test('a merge that is refused says why in its dialog, and one that is left changes nothing', async () => {
  const { router, dialog } = await openMerge()
  server.refuse('POST /creators/3/merge', 404, { code: 'UnknownItem', description: 'Gone.', field: 'into' })
  await press('Merge', dialog)
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Creator merge failedGone.')
  await press('Cancel', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([router.state.location.pathname, toasts()]).toEqual([paths.creator, []])
})
