import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FormTextField } from './form-fields.tsx'
import { Form, formManners, SubmitButton } from './form.tsx'

interface Values {
  first: string
  second: string
}

const send = vi.fn<(values: Values) => Promise<void>>()

function Pair({ pauseMs = formManners.delayError as number }) {
  const manners = { ...formManners, delayError: pauseMs }
  const form = useForm<Values>({ ...manners, defaultValues: { first: '', second: '' } })
  return (
    <Form form={form} onSubmit={send}>
      <FormTextField
        control={form.control}
        name="first"
        label="First"
        check={(value) => (value === '' ? 'First is required' : undefined)}
        affects={['second']}
        praise="First OK"
      />
      <FormTextField
        control={form.control}
        name="second"
        label="Second"
        check={(value, { first }) => (value === first ? undefined : 'They differ')}
        invite={(_, { first }) => (first === '' ? undefined : 'Now the second')}
      />
      <SubmitButton control={form.control}>Send</SubmitButton>
    </Form>
  )
}

beforeEach(() => {
  send.mockReset().mockResolvedValue()
  render(<Pair />)
})

afterEach(cleanup)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })

test('nothing is said before a field was edited, and nothing is sent', async () => {
  fireEvent.focus(field('First'))
  fireEvent.blur(field('First'))
  expect(button().disabled).toBe(true)
  expect(screen.queryByText('First is required')).toBeNull()
})

test('what was edited is blamed when typing pauses, and praised at once', async () => {
  type('First', 'x')
  expect(await screen.findByText('First OK')).toBeTruthy()
  type('First', '')
  expect(await screen.findByText('First is required')).toBeTruthy()
  expect(screen.queryByText('First OK')).toBeNull()
})

test('leaving a field ends the pause', async () => {
  cleanup()
  render(<Pair pauseMs={60_000} />)
  type('First', 'x')
  expect(await screen.findByText('First OK')).toBeTruthy()
  type('First', '')
  await waitFor(() => expect(screen.queryByText('First OK')).toBeNull())
  expect(screen.queryByText('First is required')).toBeNull()
  fireEvent.blur(field('First'))
  expect(await screen.findByText('First is required')).toBeTruthy()
})

test('a field invites as long as nothing was typed into it', async () => {
  type('First', 'x')
  expect(await screen.findByText('Now the second')).toBeTruthy()
  type('Second', 'y')
  await waitFor(() => expect(screen.queryByText('Now the second')).toBeNull())
})

test('a later change of the first field is a matter of the second', async () => {
  type('First', 'x')
  type('Second', 'x')
  await waitFor(() => expect(button().disabled).toBe(false))
  type('First', 'xx')
  expect(await screen.findByText('They differ')).toBeTruthy()
  expect(button().disabled).toBe(true)
})

test('a form is sent once, however often it is submitted while that runs', async () => {
  let finish = () => {}
  send.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
  type('First', 'x')
  type('Second', 'x')
  await waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.submit(field('First'))
  fireEvent.submit(field('First'))
  await waitFor(() => expect(button().disabled).toBe(true))
  fireEvent.keyDown(field('First'), { key: 'Enter' })
  expect(send.mock.calls).toEqual([[{ first: 'x', second: 'x' }]])
  finish()
  await waitFor(() => expect(button().disabled).toBe(false))
})

test('Enter in an incomplete form leads to what is missing', async () => {
  field('Second').focus()
  fireEvent.keyDown(field('Second'), { key: 'Enter' })
  expect(await screen.findByText('First is required')).toBeTruthy()
  expect(document.activeElement).toBe(field('First'))
  expect(send).not.toHaveBeenCalled()
})

test('the focus that the button loses at work comes back to it', async () => {
  type('First', 'x')
  type('Second', 'x')
  await waitFor(() => expect(button().disabled).toBe(false))
  let finish = () => {}
  send.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
  button().focus()
  fireEvent.click(button())
  await waitFor(() => expect(button().disabled).toBe(true))
  // As browsers do with disabled elements.
  button().blur()
  finish()
  await waitFor(() => expect(document.activeElement).toBe(button()))
})
