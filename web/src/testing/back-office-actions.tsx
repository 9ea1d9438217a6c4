/** What editors do on the back office's screens, and what is said of it: done, and refused. */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answers, paths } from './back-office-answers.ts'
import { type CallName, FakeServer } from './fake-server.ts'
import { closeApp, confirmThat, openApp, press, toasts, type } from './the-app.tsx'

export interface Action {
  on: keyof typeof paths
  act: () => Promise<void>
  call: CallName
  failed: string
  /** Where nothing is said of success, the screen shows it. */
  done?: string
  leadsTo?: keyof typeof paths
}

/** Types into a field, and saves. */
export const saving = (label: string, value: string) => async () => {
  await type(label, value)
  await press('Save')
}

/** Presses a button, and answers what it asks. */
export const confirming = (button: string, title: string, text: string) => async () => {
  await press(button)
  await confirmThat(title, text)
}

/** Chooses from the record's menu, and answers what that asks. */
export const choosing = (item: string, title: string, text: string) => async () => {
  await press(item, undefined, 'menuitem')
  await confirmThat(title, text)
}

/** Picks somebody in the selector. */
export const picking = (button: string, creator: RegExp) => async () => {
  await press(button)
  await press(creator, await screen.findByRole('dialog', { name: 'Choose a creator' }))
}

/** Declares two tests for each. */
export function testActions(actions: readonly Action[]): void {
  let server: FakeServer
  beforeEach(() => {
    server = new FakeServer(answers)
  })
  afterEach(closeApp)

  describe.each(actions)('$call on $on', ({ on, act, call, failed, done, leadsTo }) => {
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
