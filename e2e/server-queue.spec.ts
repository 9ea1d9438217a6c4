import { expect, openSignedIn, test } from './people.ts'
import { PlayerDriver } from './player-driver.ts'
import { Trouble } from './trouble.ts'

test.use({ sampleCatalogue: true })

test('a queue goes on on another device at the listener’s word, and none is left behind at signing out', async ({
  page,
  player,
  person,
  site,
  browser,
  catalogue,
}) => {
  const [first, second] = catalogue.podcast('The Map Room').episodes
  await openSignedIn(page, person)
  await player.playAll(catalogue.podcast('The Map Room').path, first?.audioUrl)
  const saved = page.waitForResponse((answer) => {
    const asked = answer.request()
    if (asked.method() !== 'PUT' || !answer.url().endsWith('/queues/me') || !answer.ok()) return false
    // The first save may still be under way.
    return (JSON.parse(asked.postData() ?? '{}') as { currentIndex?: number }).currentIndex === 1
  })
  await player.button('Next').click()
  await saved
  await player.expectSounding(second?.audioUrl)
  // Two that go on with the same would be asked about it before long.
  await player.button('Pause').click()
  await player.expectPaused()

  const elsewhere = await browser.newContext({ baseURL: site.url })
  const trouble = new Trouble(site.url)
  await trouble.watch(elsewhere)
  const phone = await elsewhere.newPage()
  const there = new PlayerDriver(phone)
  await openSignedIn(phone, person)
  const offer = there.bar.getByRole('status').filter({ hasText: second?.name ?? '' })
  await expect(offer).toContainText(/^Chrome on \w+ was at 00:\d\d in /)
  await expect(offer.locator('[data-cover]')).toBeVisible()
  await offer.getByRole('button', { name: 'Continue here' }).click()
  await there.expectSounding(second?.audioUrl)
  await there.openQueue()
  await expect(there.queued()).toHaveCount(4)
  await phone.keyboard.press('Escape')

  await phone.goto('/user-profile')
  await phone.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(there.bar).toHaveCount(0)
  await phone.goto(catalogue.book('Bread, Slowly').path)
  await expect(phone.getByRole('main').getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(there.bar).toHaveCount(0)
  await elsewhere.close()
  trouble.settle()
})
