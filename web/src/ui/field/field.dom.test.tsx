import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

const ignore = () => undefined

function describedByTexts(element: HTMLElement) {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}

test('label, hint and error belong to the input', () => {
  const message = { kind: 'error', text: 'Email not valid' } as const
  render(<TextField label="Email" hint="We send a link to it." message={message} defaultValue="marta" />)
  const input = screen.getByLabelText('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(describedByTexts(input)).toEqual(['We send a link to it.', 'Email not valid'])
})

test('a message that is no error does not make the input invalid', () => {
  render(<TextField label="Email" message={{ kind: 'success', text: 'Email OK' }} defaultValue="" />)
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull()
})

test('messages are put where they are spoken', () => {
  const { rerender, container } = render(<TextField label="Name" defaultValue="" />)
  const region = container.querySelector('[aria-live=polite]')
  rerender(<TextField label="Name" defaultValue="" message={{ kind: 'error', text: 'Name is required' }} />)
  expect(region?.textContent).toBe('Name is required')
})

test('a password is shown and hidden again by its button', () => {
  render(<PasswordField label="Password" autoComplete="current-password" value="secret" onChange={ignore} />)
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.getAttribute('type')).toBe('password')
})

test('the rules say in words which of them are met', () => {
  render(
    <PasswordField label="New" autoComplete="new-password" withRules value="abcdef1" onChange={ignore} />,
  )
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'At least 6 characters, met',
    'One uppercase letter, not met yet',
    'One lowercase letter, met',
    'One digit, met',
    'One special character, not met yet',
  ])
})
