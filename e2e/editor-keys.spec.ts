import { join, resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, makeEditor, test } from './people.ts'

/** An editor without a mouse. After everything that is done, the focus is somewhere. */

const sample = resolve(import.meta.dirname, '../sample')

class Keys {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Tab, or Shift+Tab, until the focus is there. */
  async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let steps = 0; steps < 80; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.#page.keyboard.press(key)
    }
    throw new Error(`${target.toString()} is not within 80 steps of ${key}`)
  }

  async press(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
    await this.to(target, key)
    await expect(target).toBeEnabled()
    await this.#page.keyboard.press('Enter')
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.to(target)
    await this.#page.keyboard.type(text)
  }

  /** The button opens the system's own dialog, which no page can reach into. */
  async choose(button: Locator, file: string): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser')
    await this.press(button)
    await (await chooser).setFiles(file)
    await this.expectFocus()
  }

  async expectFocus(): Promise<void> {
    const tag = () => this.#page.evaluate(() => document.activeElement?.tagName ?? 'BODY')
    await expect.poll(tag).not.toBe('BODY')
  }
}

test('an editor fills the library and clears it again with the keyboard alone', async ({ page, site }) => {
  test.setTimeout(90_000)
  const keys = new Keys(page)
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  const save = main.getByRole('button', { name: 'Save' })
  const more = main.getByRole('button', { name: 'More actions' })
  const remove = main.getByRole('menuitem', { name: 'Delete', exact: true })
  const name = main.getByLabel('Name', { exact: true })
  const editor = await makeEditor(site)

  await page.goto('/auth/login')
  await keys.type(main.getByLabel('Email'), editor.email)
  await keys.type(main.getByLabel('Password', { exact: true }), editor.password)
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Home')
  await expect(heading).toBeFocused()
  await keys.press(page.getByRole('banner').getByRole('link', { name: 'Edit' }))
  await expect(heading).toHaveText('Edit - Only for pros')
  await expect(heading).toBeFocused()

  await keys.press(page.getByRole('link', { name: 'Create Podcast' }))
  await expect(heading).toHaveText('New Podcast')
  await keys.type(name, 'Night Ferry')
  await keys.choose(
    main.getByRole('button', { name: 'Choose cover image', exact: true }),
    join(sample, 'covers/slow-signals.webp'),
  )
  await keys.press(save)
  await expect(heading).toHaveText('Night Ferry')
  await keys.expectFocus()

  const dialog = page.getByRole('dialog')
  const add = main.getByRole('button', { name: 'Add Voicer' })
  await keys.press(add)
  await keys.press(dialog.getByRole('button', { name: 'New creator' }))
  await keys.type(dialog.getByLabel('Nickname'), 'Purser')
  await keys.press(dialog.getByRole('button', { name: 'Create' }))
  await expect(main.getByRole('rowheader', { name: 'Purser' })).toBeVisible()
  await keys.expectFocus()

  await keys.press(main.getByRole('link', { name: 'Create Episode' }))
  await expect(heading).toHaveText('New Episode')
  await keys.type(name, 'Cast Off')
  await keys.choose(
    main.getByRole('button', { name: 'Choose audio', exact: true }),
    join(sample, 'audio/slow-signals-1-a-light-every-twelve-seconds.mp3'),
  )
  await keys.press(save)
  await expect(heading).toHaveText('Cast Off')
  await keys.expectFocus()

  await keys.type(main.getByLabel('Description'), 'All ashore.')
  await keys.press(save)
  await expect(page.getByText('Podcast Episode updated')).toBeVisible()
  await expect(save).toBeFocused()

  await keys.press(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Night Ferry' }),
    'Shift+Tab',
  )
  await expect(heading).toHaveText('Night Ferry')
  await keys.press(main.getByRole('button', { name: 'Remove Purser' }))
  await keys.press(dialog.getByRole('button', { name: 'Confirm' }))
  await expect(main.getByText('Nobody yet.')).toBeVisible()
  await keys.expectFocus()
  await keys.press(main.getByRole('button', { name: 'Delete Cast Off' }))
  await keys.press(dialog.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText('Podcast Episode deleted')).toBeVisible()
  await expect(main.getByText('There are no episodes yet.')).toBeVisible()
  await keys.expectFocus()

  await keys.to(more, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await keys.press(dialog.getByRole('button', { name: 'Confirm' }))
  await expect(heading).toHaveText('Edit - Only for pros')
  await keys.expectFocus()
  await keys.press(main.getByRole('button', { name: 'Delete Purser' }))
  await keys.press(dialog.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText('Creator deleted')).toBeVisible()
  await keys.expectFocus()
})
