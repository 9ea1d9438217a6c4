import type { Page } from '@playwright/test'
import {
  description,
  type HostileSite,
  longLines,
  hostileSenderFor,
  shortLines,
  test,
} from './hostile-site.ts'
import { markupStrings } from '../server/resilience/hostile-strings/markup.ts'
import { expectOnlyText } from './inert.ts'
import { searchFor } from './page-parts.ts'
import { expect, openSignedIn } from './people.ts'

/** Whatever people write is text: on every screen, in every dialog, and to the system. */

// One site for all of them.
test.describe.configure({ mode: 'default', timeout: 120_000 })

const newest = (lines: readonly string[], page: number): string[] =>
  lines.toReversed().slice((page - 1) * 10, page * 10)

test('to visitors', async ({ page, hostile, player }) => {
  await page.goto('/')
  await expectOnlyText(page, markupStrings.slice(0, 5), 'home')
  const books = [...markupStrings, ...longLines]
  for (let start = 0; start < books.length; start += 50) {
    await page.goto(`/audio-books?sortBy=id&pageSize=50&pageNumber=${start / 50 + 1}`)
    await expectOnlyText(page, books.slice(start, start + 50), 'audio books')
  }
  await page.goto('/podcasts?pageSize=100')
  await expectOnlyText(page, longLines, 'podcasts')
  await page.goto(`/audio-books/${hostile.book}`)
  await expectOnlyText(page, markupStrings, 'an audio book')
  await page.goto(`/podcasts/${hostile.podcast}/episodes/${hostile.episodes[3]}`)
  await expectOnlyText(page, [...markupStrings, longLines[3] ?? ''], 'an episode')
  await page.goto(`/podcasts/${hostile.podcast}`)
  await expectOnlyText(page, [...markupStrings, ...longLines, ...shortLines], 'a podcast')

  await page.getByRole('button', { name: 'Play all' }).click()
  await player.openQueue()
  await expect(player.queued()).toHaveCount(longLines.length)
  await expectOnlyText(page, longLines, 'player and queue')
  expect(longLines).toContain(await page.evaluate(() => navigator.mediaSession.metadata?.title))
})

test('that are searched for, or stand in the address', async ({ page, hostile }) => {
  expect(hostile.books).toHaveLength(markupStrings.length)
  await page.goto('/search')
  const box = page.getByRole('banner').getByRole('searchbox')
  for (const line of shortLines) {
    await searchFor(box, line)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search "${line.trim()}"`)
  }
  await expectOnlyText(page, shortLines.slice(-1), 'search')
})

for (const [name, path] of [
  ['the confirmation of an address', '/auth/confirm-change-email?userId=1&token=x&newEmail='],
  ['the reset of a password', '/auth/forgot-password?token=x&email='],
] as const) {
  test(`in the address of ${name}`, async ({ page }) => {
    for (const half of [0, 1]) {
      const texts = markupStrings.filter((_, place) => place % 2 === half)
      await page.goto(path + encodeURIComponent(texts.join(' ')))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectOnlyText(page, [], name)
    }
  })
}

test('to editors and administrators', async ({ page, site, hostile }) => {
  await openSignedIn(page, site.admin, '/edit')
  for (const number of [1, 2, 3, 4]) {
    await page.goto(
      `/edit?audioBooksPage=${number}&podcastsPage=${number}&creatorsPage=${number}&usersPage=${number}`,
    )
    const lines = [...newest(longLines, number), ...newest(shortLines, number)]
    await expectOnlyText(page, lines, `the tables' page ${number}`)
  }
  await expectDeletionAsks(page)
  for (const [path, texts] of editScreens(hostile)) {
    await page.goto(path)
    await expectOnlyText(page, texts, path)
  }
  await page.getByRole('button', { name: 'Add Reader' }).click()
  await expectOnlyText(page, newest(shortLines, 1).slice(0, 1), 'the choice of creators')
})

function editScreens({ book, podcast, episodes, creator, user }: HostileSite): [string, string[]][] {
  return [
    [`/edit/podcasts/${podcast}`, [...markupStrings, ...longLines]],
    [`/edit/podcasts/${podcast}/episodes/${episodes[2]}`, [longLines[2] ?? '', description]],
    [`/edit/creators/${creator}`, [shortLines.at(-1) ?? '']],
    [`/edit/users/${user}`, [shortLines.at(-1) ?? '']],
    [`/edit/audio-books/${book}`, [longLines[0] ?? '', description, ...markupStrings]],
  ]
}

async function expectDeletionAsks(page: Page): Promise<void> {
  await page.goto('/edit')
  for (const [region, line] of [
    ['Audio Books', longLines.at(-1)],
    ['Podcasts', longLines.at(-1)],
    ['Creators', shortLines.at(-1)],
  ] as const) {
    await page
      .getByRole('region', { name: region })
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expectOnlyText(page, [`Are you sure ${line}?`], `the question about ${region}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
}

test('in what a listener keeps, and on other devices', async ({ page, site, hostile, person }) => {
  const send = await hostileSenderFor(site, person)
  const { id } = await send<{ id: string }>('/users/profiles/me', undefined, 'GET')
  await send('/users/profiles/me', { id, name: shortLines[1] }, 'PUT')
  await send('/libraries/me', { audioBookId: hostile.book })
  const items = hostile.episodes.map((podcastEpisodeId) => ({ podcastId: hostile.podcast, podcastEpisodeId }))
  await send('/libraries/me/list', items)
  await send('/queues/me', { items, currentIndex: 0, baseVersion: 0 }, 'PUT')
  await openSignedIn(page, person, '/my-library')
  await expectOnlyText(page, longLines, 'the library')
  await expect(page.getByText(/^Unknown device (had on|was at)/)).toBeVisible()
  await page.goto('/user-profile')
  await expectOnlyText(page, [shortLines[1] ?? ''], 'the profile')
})
