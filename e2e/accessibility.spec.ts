import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { longName } from './screens.ts'
import { broken, logged } from './trouble.ts'

const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
}

for (const [device, viewport] of Object.entries(widths)) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport })

    test('a list that is empty, loads or has failed is accessible', async ({ page, trouble }) => {
      trouble.expect(broken, logged)
      const list = '**/api/audio-books/paged?*'
      const toList = async () => {
        await open(page, '/search')
        await page.evaluate(() =>
          document.querySelector<HTMLElement>('header a[href="/audio-books"]')?.click(),
        )
      }
      await page.route(list, (route) => route.fulfill({ json: { items: [], totalCount: 0, pagedQuery: {} } }))
      await toList()
      await expect(page.getByText('There are no Audio Books here.')).toBeVisible()
      await expectAccessible(page, 'empty list')

      let answer = () => {}
      const asked = new Promise<void>((resolve) => (answer = resolve))
      await page.route(list, async (route) => {
        await asked
        await route.fulfill({ status: 500, json: [{ code: 'InternalError', description: 'Broken.' }] })
      })
      await toList()
      await expect(page.getByText('Loading...')).toBeAttached()
      await expectAccessible(page, 'loading list')
      answer()
      await expect(page.getByText('Failed to load Audio Books.')).toBeVisible()
      await expectAccessible(page, 'failed list')
    })

    test('a record that is not there is accessible', async ({ page, trouble }) => {
      trouble.expect(/404/, logged)
      await open(page, '/audio-books/999999')
      await expectAccessible(page, 'record not there')
    })

    test('the player, its queue, its keys and a toast are accessible', async ({
      page,
      player,
      catalogue,
    }) => {
      test.slow()
      await open(page, catalogue.podcast('Slow Signals').path)
      await page.getByRole('button', { name: 'Play all' }).click()
      await player.expectSounding()
      await expectAccessible(page, 'playing')

      await open(page, catalogue.book(longName).path)
      await expect(player.bar).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Add to queue' }).click()
      // Under the pointer it stays.
      await page.getByText('Audio Book added to queue').hover()
      await expectAccessible(page, 'toast')
      await page.mouse.move(0, 0)

      await player.openQueue()
      await expectAccessible(page, 'queue')
      await player.queue.getByRole('button', { name: 'Close queue' }).click()
      if (await player.full.isVisible()) {
        await expectAccessible(page, 'full player')
        await player.full.getByRole('button', { name: 'Close player' }).click()
      }
      await player.focusPage()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
      await expectAccessible(page, 'keys')
    })
  })
}

test.describe('menus', () => {
  test('the phone’s menu is accessible', async ({ page }) => {
    await page.setViewportSize(widths.phone)
    await open(page, '/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page, 'menu')
  })

  test('the theme and speed choices are accessible', async ({ page, player, catalogue }) => {
    await open(page, catalogue.book('Bread, Slowly').path)
    await page.getByRole('button', { name: /^Theme/ }).click()
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible()
    await expectAccessible(page, 'theme')
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Add to queue' }).click()
    await player.button('Speed 1×').click()
    await expectAccessible(page, 'speed')
    await page.keyboard.press('Escape')
    await player.button('Sleep timer').click()
    await page.getByRole('button', { name: '30 minutes' }).click()
    await page.getByRole('button', { name: /^Sleep timer/ }).click()
    await expectAccessible(page, 'sleep timer')
  })
})
