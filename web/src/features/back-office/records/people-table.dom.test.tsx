import type { Credit, CreditRole } from '@earmark/contract/credits.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.ts'
import { useSession } from '../../auth/index.ts'
import { podcastVoicerMessages } from './messages.ts'
import { PeopleTable } from './people-table.tsx'

const ines: Creator = { id: 2, nickname: 'Inés', name: 'Inés', surname: 'Quintañel' }
const gull: Creator = { id: 8, nickname: 'The Night Gull', name: null, surname: null }
const ada: Creator = { id: 9, nickname: 'Ada', name: 'Ada', surname: null }

const credit = (creator: Creator, role: CreditRole = 'Host', as: string | null = null): Credit => ({
  creator,
  role,
  as,
})
const credits = [credit(ines), credit(ada, 'Author')]
const changed = vi.fn<(credits: readonly Credit[], failed: string) => void>()
const fetched = vi.fn<typeof fetch>()

/** The requests, as method and address below the API's root. */
const asked = () =>
  fetched.mock.calls.map(([address, init]) => `${init?.method} ${(address as string).slice('/api'.length)}`)

beforeEach(() => {
  changed.mockReset()
  fetched
    .mockReset()
    .mockImplementation((_address, init) =>
      Promise.resolve(
        init?.method === 'POST'
          ? Response.json(ada, { status: 201 })
          : Response.json({ items: [ines, gull], totalCount: 12, pagedQuery: {} }),
      ),
    )
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <PeopleTable
        messages={podcastVoicerMessages}
        mainRole="Host"
        otherRole="Producer"
        credits={credits}
        onChange={changed}
      />
      <DialogHost />
    </QueryClientProvider>,
  )
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  useDialogs.setState({ waiting: [] })
  vi.unstubAllGlobals()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function openSelector() {
  press('Add Voicer')
  const dialog = await screen.findByRole('dialog', { name: 'Choose a creator' })
  await within(dialog).findByRole('button', { name: 'The Night Gull' })
  return dialog
}

const expectAdded = (creator: Creator, role?: CreditRole, failed = 'Add Voicer failed') =>
  waitFor(() => expect(changed).toHaveBeenCalledExactlyOnceWith([...credits, credit(creator, role)], failed))

test('shows who is there', () => {
  const row = screen.getByRole('rowheader', { name: 'Inés' }).closest('tr')
  expect(row?.textContent).toContain('2InésInésQuintañel')
  expect(screen.getByLabelText<HTMLSelectElement>('Role of Inés').value).toBe('Host')
})

test('asks before somebody is removed', async () => {
  press('Remove Inés')
  const dialog = await screen.findByRole('dialog', { name: 'Remove Podcast Voicer' })
  expect(dialog.textContent).toContain('Are you sure Inés?')
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changed).not.toHaveBeenCalled()
  press('Remove Inés')
  await screen.findByRole('dialog')
  press('Confirm')
  await waitFor(() =>
    expect(changed).toHaveBeenCalledExactlyOnceWith([credit(ada, 'Author')], 'Remove Voicer failed'),
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('People'))
})

test('adds who is picked; who is there already cannot be', async () => {
  const dialog = await openSelector()
  const there = within(dialog).getByRole<HTMLButtonElement>('button', {
    name: 'Inés Inés Quintañel (already there)',
  })
  expect(there.disabled).toBe(true)
  press('The Night Gull')
  await expectAdded(gull)
})

test('somebody is added with another role', async () => {
  press('Add Person')
  fireEvent.click(await screen.findByRole('button', { name: 'The Night Gull' }))
  await expectAdded(gull, 'Producer', 'Add Person failed')
})

test('a role is chosen, and what somebody is heard as is taken over when its field is left', async () => {
  fireEvent.change(screen.getByLabelText('Role of Inés'), { target: { value: 'Guest' } })
  const inInstead = (...first: Parameters<typeof credit>) => [credit(...first), credit(ada, 'Author')]
  expect(changed).toHaveBeenLastCalledWith(inInstead(ines, 'Guest'), 'People update failed')
  const field = screen.getByLabelText('Inés as')
  fireEvent.change(field, { target: { value: ' the Keeper ' } })
  expect(changed).toHaveBeenCalledOnce()
  await waitFor(() => expect(field.hasAttribute('readonly')).toBe(false))
  fireEvent.blur(field)
  expect(changed).toHaveBeenLastCalledWith(inInstead(ines, 'Host', 'the Keeper'), 'People update failed')
})

test('the order is changed by keys, and said', async () => {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move Ada' }), { key: 'ArrowUp' })
  expect(changed).toHaveBeenCalledExactlyOnceWith(
    [credit(ada, 'Author'), credit(ines)],
    'People update failed',
  )
  await screen.findByText('Place 1 of 2')
})

test('leaving the selector adds nobody', async () => {
  await openSelector()
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changed).not.toHaveBeenCalled()
})

test('pages by nickname, and searches for the best match', async () => {
  await openSelector()
  press('Page 2')
  await waitFor(() =>
    expect(asked().at(-1)).toBe('GET /creators/paged?pageNumber=2&pageSize=10&sortBy=nickname&sortOrder=asc'),
  )
  const field = screen.getByRole('searchbox', { name: 'Search creators' })
  fireEvent.change(field, { target: { value: ' gull ' } })
  fireEvent.submit(field)
  await waitFor(() =>
    expect(asked().at(-1)).toBe(
      'GET /creators/paged?pageNumber=1&pageSize=10&sortBy=relevance&sortOrder=asc&search=gull',
    ),
  )
})

test('a new creator is made in the selector and picked', async () => {
  await openSelector()
  press('New creator')
  const nickname = await screen.findByLabelText('Nickname')
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })
  expect(create.disabled).toBe(true)
  fireEvent.change(nickname, { target: { value: ' Ada ' } })
  await waitFor(() => expect(create.disabled).toBe(false))
  fireEvent.click(create)
  await expectAdded(ada)
  const body = fetched.mock.calls.find(([, init]) => init?.method === 'POST')?.[1]?.body
  expect(JSON.parse(body as string)).toEqual({ nickname: 'Ada', name: null, surname: null })
})

test('who cannot be made is said in the dialog, which keeps what was typed', async () => {
  await openSelector()
  press('New creator')
  const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname')
  fireEvent.change(nickname, { target: { value: 'Ada' } })
  fetched.mockResolvedValue(
    Response.json([{ code: 'Forbidden', description: 'Not for you.' }], { status: 403 }),
  )
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })
  await waitFor(() => expect(create.disabled).toBe(false))
  fireEvent.click(create)
  const alert = await screen.findByText('Creator create failed', { exact: false })
  expect(alert.textContent).toBe('Creator create failedNot for you.')
  expect(nickname.value).toBe('Ada')
})

test('the dialog goes with the session', async () => {
  useSession.setState({ signedIn: true, role: 'Editor' })
  await openSelector()
  useSession.setState({ signedIn: false, role: null })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changed).not.toHaveBeenCalled()
})

test('what the server has against a nickname stands at its field', async () => {
  await openSelector()
  press('New creator')
  const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname')
  fireEvent.change(nickname, { target: { value: '\u200B' } })
  const description = 'A nickname is required.'
  fetched.mockResolvedValue(
    Response.json([{ code: 'NicknameRequired', description, field: 'nickname' }], { status: 400 }),
  )
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create' })
  await waitFor(() => expect(create.disabled).toBe(false))
  fireEvent.click(create)
  await waitFor(() => expect(nickname.getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(document.activeElement).toBe(nickname))
})
