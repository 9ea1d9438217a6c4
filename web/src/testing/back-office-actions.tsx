/** Editors' actions on the back office's screens, and the texts of their success and their failure. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers, paths } from './back-office-answers.ts'
import { type CallName, FakeServer } from './fake-server.ts'
import { closeApp, confirmThat, openApp, press, toasts, type } from './the-app.tsx'

type Screen = keyof typeof paths
type Act = () => Promise<void>

/**
 * A screen, what is done on it, the call that it makes, and the texts of its failure and its success. Where no text
 * tells of success, the screen shows it. Last the screen that it leads to, if it is another.
 */
type Action = [on: Screen, act: Act, call: CallName, failed: string, done?: string, leadsTo?: Screen]

export const saving = (label: string, value: string) => async () => {
  await type(label, value)
  await press('Save')
}

/** Presses a button, and confirms its question. */
export const confirming = (button: string, title: string, text: string) => async () => {
  await press(button)
  await confirmThat(title, text)
}

/** Chooses from the record's menu, and confirms the question. */
export const choosing = (item: string, title: string, text: string) => async () => {
  await press(item, undefined, 'menuitem')
  await confirmThat(title, text)
}

export const picking = (button: string, creator: RegExp) => async () => {
  await press(button)
  await press(creator, await screen.findByRole('dialog', { name: 'Choose a creator' }))
}

export const creation = (on: Screen, act: Act, call: CallName, noun: string, leadsTo: Screen): Action => [
  on,
  act,
  call,
  `${noun} create failed`,
  `${noun} created`,
  leadsTo,
]

export const update = (on: Screen, act: Act, call: CallName, noun: string): Action => [
  on,
  act,
  call,
  `${noun} update failed`,
  `${noun} updated`,
]

/** From the record's menu. */
export const deletion = (on: Screen, name: string, call: CallName, noun: string): Action => [
  on,
  choosing('Delete', `Delete ${noun}`, `Are you sure ${name}?`),
  call,
  `${noun} delete failed`,
  `${noun} deleted`,
  'index',
]

/** From the record's row in the table of its kind. */
export const rowDeletion = (name: string, call: CallName, noun: string): Action => [
  'index',
  confirming(`Delete ${name}`, `Delete ${noun}`, `Are you sure ${name}?`),
  call,
  `${noun} delete failed`,
  `${noun} deleted`,
]

/** Declares two tests for each. */
export function testActions(actions: readonly Action[]): void {
  let server: FakeServer
  beforeEach(() => {
    server = new FakeServer(answers)
  })
  afterEach(closeApp)

  describe.for(actions)('%s: $2', ([on, act, call, failed, done, leadsTo]) => {
    test(`refused, it says “${failed}” and why, and all stays`, async () => {
      const description = 'The tide is in.'
      server.refuse(call, 400, { code: 'InvalidBody', description })
      const router = openApp(paths[on], 'Admin')
      await act()
      await waitFor(() => expect(toasts()).toEqual([[`Error: ${failed}`, description]]))
      expect(router.state.location.pathname).toBe(paths[on])
    })

    test(`done, it says ${done ? `“${done}”` : 'nothing'}, and leads to ${leadsTo ?? 'nowhere else'}`, async () => {
      const router = openApp(paths[on], 'Admin')
      await act()
      await waitFor(() => expect(server.heard).toContain(call))
      if (done) await waitFor(() => expect(toasts()).toEqual([[done]]))
      await waitFor(() => expect(router.state.location.pathname).toBe(paths[leadsTo ?? on]))
      if (!done) expect(toasts()).toEqual([])
    })
  })
}
