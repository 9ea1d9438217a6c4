import type { Locator, Page } from '@playwright/test'
import { hold } from './fixtures.ts'
import { expect, openSignedIn, test } from './people.ts'

/** What sticks to the foot covers neither a field's error nor what else is to be read, and nothing covers it. */

test.use({ sampleCatalogue: true })

async function expectUncovered(what: Locator, where: string): Promise<void> {
  await expect(what).toBeVisible()
  const isSeen = () =>
    what.evaluate((element) => {
      const { left, width, top, height } = element.getBoundingClientRect()
      const isSeenAt = (x: number, y: number) =>
        element.contains(document.elementFromPoint(left + width * x, top + height * y))
      return [0.1, 0.5, 0.9].every((x) => isSeenAt(x, 0.25) && isSeenAt(x, 0.75))
    })
  await expect.poll(isSeen, { message: where }).toBe(true)
}

/** Makes the window so high that the field ends where the bar begins, and leaves the field empty. */
async function emptyAtTheFoot(page: Page, field: Locator, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 2000 })
  const height = await field.evaluate((element) => {
    window.scrollTo(0, 0)
    const save = document.querySelector('main [type=submit]')?.getBoundingClientRect()
    const { bottom } = element.getBoundingClientRect()
    return Math.ceil(bottom + innerHeight - (save?.top ?? 0) + 12)
  })
  await page.setViewportSize({ width, height: Math.max(height, 400) })
  for (const value of ['x', '']) await field.fill(value)
}

for (const hasPlayer of [false, true])
  test(`no error comes to rest under the bar, ${hasPlayer ? 'with' : 'without'} the player`, async ({
    page,
    site,
    player,
    catalogue,
  }) => {
    test.slow()
    await openSignedIn(page, site.admin, '/user-profile')
    if (hasPlayer) {
      await player.addToQueue(catalogue.book('Salt and Orchard').path)
    }
    for (const { path, fields } of [
      { path: '/edit/audio-books/create', fields: ['Name'] },
      { path: '/edit/podcasts/create', fields: ['Name'] },
      { path: `/edit${catalogue.podcast('Slow Signals').path}/episodes/create`, fields: ['Number', 'Name'] },
      { path: '/edit/creators/create', fields: ['Nickname'] },
      { path: '/edit/users/create', fields: ['Email', 'Name'] },
      { path: '/user-profile', fields: ['Name'] },
    ]) {
      await page.goto(path)
      await expect(player.bar).toHaveCount(Number(hasPlayer))
      for (const label of fields)
        for (const width of [320, 1280]) {
          const field = page.getByLabel(label, { exact: true })
          await emptyAtTheFoot(page, field, width)
          await expectUncovered(page.getByText(`${label} is required`), `${path}, ${label} at ${width} px`)
          await expectUncovered(field, `${path}, ${label} at ${width} px`)
        }
    }
  })

/** As long as a line of its field. */
const mute = 'This audio is mute from its first second to its last: nobody can hear anything at all in it.'

test('the first error of an answer is in sight, and toasts leave the bar and the player alone', async ({
  page,
  site,
  player,
  catalogue,
  trouble,
}) => {
  test.slow()
  trouble.expect(/^answered: 400/)
  await openSignedIn(page, site.admin, '/user-profile')
  await player.addToQueue(catalogue.book('Salt and Orchard').path)
  const main = page.getByRole('main')
  const save = main.getByRole('button', { name: 'Save' })
  await page.route('**/api/audio-books', (route) =>
    route.fulfill({
      status: 400,
      json: [
        { code: 'InvalidBody', description: 'This cover is torn.', field: 'coverImage' },
        { code: 'InvalidBody', description: mute, field: 'audio' },
      ],
    }),
  )
  for (const width of [320, 820, 1280, 1920]) {
    const release = await hold(page, '**/assets/bar-*.js')
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/edit/audio-books/create')
    await page.getByLabel('Name', { exact: true }).fill('Two Faults')
    await save.click()
    // A toast goes by itself, but not from under the pointer.
    await page.getByText('Audio Book create failed').hover()
    await expectUncovered(main.getByText(mute), `audio at ${width} px`)
    await expect(main.getByText('This cover is torn.')).toBeAttached()
    release()
    await expect(player.bar).toBeVisible()
    await expectUncovered(main.getByText(mute), `audio at ${width} px, with the player`)
    for (const button of [save, page.getByRole('button', { name: 'Discard' }), player.button('Play')])
      await expectUncovered(button, `${await button.innerText()} at ${width} px`)
  }
})

test('Discard asks, takes the changes back and keeps the focus', async ({ page, site, catalogue }) => {
  await openSignedIn(page, site.admin, `/edit${catalogue.book('Salt and Orchard').path}`)
  const discard = page.getByRole('button', { name: 'Discard' })
  await expect(discard).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Name', { exact: true }).fill('Pepper')
  await expect(page.getByText('1 change')).toBeVisible()
  await page.getByRole('button', { name: 'Clear cover image', exact: true }).click()
  await expect(page.getByText('2 changes')).toBeVisible()
  await discard.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Salt and Orchard')
  await expect(discard).toBeFocused()
  await expect(discard).toHaveAttribute('aria-disabled', 'true')
})
