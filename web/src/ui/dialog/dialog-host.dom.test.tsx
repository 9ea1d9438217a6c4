import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { DialogHost } from './dialog-host.tsx'
import { confirm, log, openDialog } from './dialogs.ts'

beforeEach(() => {
  // jsdom draws no top layer.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  render(<DialogHost />)
})

afterEach(cleanup)

const question = { title: 'Delete Podcast', text: 'Are you sure Slow Signals?' }

async function dialog(name: string) {
  return await screen.findByRole('dialog', { name })
}

test('confirm is true after Confirm', async () => {
  const answer = confirm(question)
  await dialog('Delete Podcast')
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await answer).toBe(true)
})

test('confirm is false after Cancel', async () => {
  const answer = confirm(question)
  await dialog('Delete Podcast')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await answer).toBe(false)
})

test('a click beside the dialog and Escape both mean no', async () => {
  const first = confirm(question)
  fireEvent.click(await dialog('Delete Podcast'))
  expect(await first).toBe(false)
  const second = confirm(question)
  fireEvent(await dialog('Delete Podcast'), new Event('cancel', { cancelable: true }))
  expect(await second).toBe(false)
})

test('going back in the browser means no', async () => {
  const answer = confirm(question)
  await dialog('Delete Podcast')
  fireEvent.popState(window)
  expect(await answer).toBe(false)
})

test('a click on the text is no answer', async () => {
  void confirm(question)
  await dialog('Delete Podcast')
  fireEvent.click(screen.getByText(question.text))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
})

test('questions wait for one another', async () => {
  const asked = confirm(question)
  const told = log({ title: 'Password changed!', text: 'Use the new one from now on.' })
  await dialog('Delete Podcast')
  expect(screen.queryByText('Password changed!')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await dialog('Password changed!')
  fireEvent.click(screen.getByRole('button', { name: 'Ok' }))
  await Promise.all([asked, told])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

function Choice({ close }: { close: (chosen?: string) => void }) {
  return (
    <Dialog title="Choose" onDismiss={() => close()}>
      <button type="button" onClick={() => close('this one')}>
        This one
      </button>
    </Dialog>
  )
}

test('a dialog of the caller’s own gives back what it was closed with, and nothing when it was left', async () => {
  const chosen = openDialog<string>((close) => <Choice close={close} />)
  await dialog('Choose')
  fireEvent.click(screen.getByRole('button', { name: 'This one' }))
  expect(await chosen).toBe('this one')
  const left = openDialog<string>((close) => <Choice close={close} />)
  fireEvent.click(await dialog('Choose'))
  expect(await left).toBeUndefined()
})

/** As Chromium does on a second Escape, `cancel` prevented or not. */
function closeByForce(element: HTMLElement) {
  ;(element as HTMLDialogElement).close()
  fireEvent(element, new Event('close'))
}

test('a dialog that the browser closed by force is dismissed', async () => {
  const answer = confirm(question)
  closeByForce(await dialog('Delete Podcast'))
  expect(await answer).toBe(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog that is not to be left now is open again when the browser closed it by force', async () => {
  const told = openDialog<string>((close) => (
    <Dialog title="At work" onDismiss={() => undefined}>
      <button type="button" onClick={() => close('done')}>
        End
      </button>
    </Dialog>
  ))
  closeByForce(await dialog('At work'))
  fireEvent.click(screen.getByRole('button', { name: 'End' }))
  expect(await told).toBe('done')
})
