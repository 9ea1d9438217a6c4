import { expectAccessible, expectNoViolations } from './accessible.ts'
import { expectTitles, expectWithinWidth } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { screens } from './screens.ts'
import { expectTree } from './tree.ts'

/** Everything that is true of all of them, at one visit to each. */

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const parts = 6

/** Beside what a page is about: asked for after it is painted. */
const late =
  /\/facets(\?search=\w+)?$|\/episodes\/ids\?|\/creators\/\d+\/episodes\?|\/series\/\d+$|&creatorId=\d+&role=Author$/

test.use({ viewport: desktop })

for (const part of Array.from({ length: parts }, (_, index) => index)) {
  test(`every screen brings its data, fits every width and is accessible (${part + 1} of ${parts})`, async ({
    page,
    catalogue,
  }) => {
    test.slow()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/') && !late.test(pathname + search)) asked.push(request.url())
    })
    const mine = screens(catalogue).filter((_, place) => place % parts === part)
    for (const { name, path } of mine) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await expectAccessible(page, `${name} on a desktop`)
      await expectTree(page, name)
      await expectTitles(page, name)
      await page.setViewportSize(phone)
      // What only a phone shows is told by the structure; the colours are those of the desktop.
      await expectNoViolations(page, `${name} on a phone`, 'dark')
      await expectWithinWidth(page, name)
      expect.soft(asked.splice(0), `${name} asks the API for nothing`).toEqual([])
      await page.setViewportSize(desktop)
    }
  })
}
