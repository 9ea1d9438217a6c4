import { expectNoViolations, ofColours } from './accessible.ts'
import { expect, newAddress, openSignedIn, test } from './people.ts'
import { expectTitles } from './fits.ts'

/** The screens of people who are signed in, in both themes and at three widths, with long names. */

const longName = 'Szczęsna '.repeat(22).trim()

for (const colorScheme of ['light', 'dark'] as const) {
  test(`profile and back office are accessible and fit, ${colorScheme}`, async ({ page, site }) => {
    test.setTimeout(90_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openSignedIn(page, site.admin, '/edit/creators/create')
    await page.getByLabel('Nickname').fill(longName)
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Creator created')).toBeVisible()
    const creator = new URL(page.url()).pathname
    await page.goto('/edit/users/create')
    await page.getByLabel('Email', { exact: true }).fill(newAddress('a'.repeat(50)))
    await page.getByLabel('Name', { exact: true }).fill(longName)
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User created')).toBeVisible()
    const user = new URL(page.url()).pathname
    const screens = [
      '/user-profile',
      '/edit',
      creator,
      user,
      '/edit/audio-books/create',
      '/edit/podcasts/create',
    ]
    for (const path of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectTitles(page, path)
      for (const width of [320, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
        // In between, what is there is laid out as at one of the ends.
        if (width === 820) continue
        const rules = colorScheme === 'dark' ? ofColours : undefined
        await expectNoViolations(page, `${path} at ${width} px`, colorScheme, rules)
      }
    }
  })
}
