import { freePort } from '../scripts/machine.mjs'
import { startS3Store } from '../server/src/testing/s3-store.ts'
import { readCatalogue } from './catalogue.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server.ts'

const lamplighter = 'The Lamplighter of Quiet Harbour'

test('a listener who is sent to the store hears and sees what is kept there', async ({ page, player }) => {
  // It begins with a start of its own.
  test.setTimeout(120_000)
  await using store = await startS3Store()
  const { url, stop } = await startServer(await freePort(), { ...store.settings, S3_DELIVERY: 'signed' })
  try {
    const book = (await readCatalogue(url)).book(lamplighter)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(store.address)) asked.push(request.resourceType())
    })
    await page.goto(url + book.path)
    const cover = page.getByRole('main').locator('img').first()
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await player.expectSounding(book.audioUrl)
    expect(asked).toEqual(expect.arrayContaining(['image', 'media']))
  } finally {
    await page.close()
    await stop()
  }
})
