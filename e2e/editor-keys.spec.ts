import { join, resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, makeEditor, openSignedIn, senderFor, test } from './people.ts'
import { tabTo } from './fixtures.ts'

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
    if (await target.evaluate((element) => element === document.activeElement)) return
    await tabTo(this.#page, target, key)
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

test('an editor gives a creator a picture, a text and links, and merges another into it, with the keyboard alone', async ({
  page,
  site,
}) => {
  test.setTimeout(90_000)
  const keys = new Keys(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const heading = page.getByRole('heading', { level: 1 })
  const send = await senderFor(site, site.admin)
  const add = (path: string, body: object) => send<{ id: number }>(path, body)
  const named = (fields: object) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(fields)) form.append(name, String(text))
    return form
  }
  const gull = await add('/creators', { nickname: 'The Harbour Gull' })
  const double = await add('/creators', { nickname: 'Harbor Gull' })
  const book = await add('/audio-books', named({ Name: 'Kelp' }))
  const podcast = await add('/podcasts', named({ Name: 'Low Water' }))
  const episode = await add(`/podcasts/${podcast.id}/episodes`, named({ Number: 1, Name: 'Mud' }))
  await send(`/audio-books/${book.id}/readers/${double.id}`)
  await send(`/podcasts/${podcast.id}/episodes/${episode.id}/voicers/${double.id}`)

  await openSignedIn(page, await makeEditor(site), `/edit/creators/${gull.id}`)
  await keys.choose(
    main.getByRole('button', { name: 'Choose picture' }),
    join(sample, 'covers/slow-signals.webp'),
  )
  await keys.type(main.getByLabel('Biography'), 'Speaks before every tide.')
  await keys.press(main.getByRole('button', { name: 'Add link' }))
  await expect(main.getByLabel('Link 1', { exact: true })).toBeFocused()
  await page.keyboard.type('https://example.org/gull')
  await keys.press(main.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Creator updated')).toBeVisible()
  await keys.expectFocus()

  await page.goto(`/edit/creators/${double.id}`)
  await expect(heading).toHaveText('Harbor Gull')
  await keys.press(main.getByRole('button', { name: 'More actions' }))
  await expect(main.getByRole('menuitem', { name: 'Merge into…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveAccessibleName('Merge Harbor Gull into')
  await keys.press(dialog.getByRole('button', { name: /^The Harbour Gull/ }))
  await expect(dialog).toHaveAccessibleName('Merge Harbor Gull into The Harbour Gull?')
  await expect(dialog.getByText('1 audio book · 1 episode')).toBeVisible()
  await expect(dialog.getByText('No works')).toBeVisible()
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible()
  await keys.press(dialog.getByRole('button', { name: 'Merge' }))
  await expect(page.getByText('Harbor Gull is now part of The Harbour Gull')).toBeVisible()
  await expect(heading).toHaveText('The Harbour Gull')
  await expect(page).toHaveURL(`/edit/creators/${gull.id}`)
  await keys.expectFocus()

  await keys.press(main.getByRole('link', { name: 'View' }))
  await expect(page).toHaveURL(`/creators/${gull.id}`)
  await expect(heading).toHaveText('The Harbour Gull')
  const picture = main.locator('img[src^="/media/"]').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(main.getByText('Speaks before every tide.')).toBeVisible()
  const link = main.getByRole('link', { name: 'example.org' })
  await expect(link).toHaveAttribute('href', 'https://example.org/gull')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(main.getByRole('region', { name: 'Read' }).getByRole('link', { name: 'Kelp' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Voice' }).getByRole('link', { name: 'Mud' })).toBeVisible()

  await page.goto(`/creators/${double.id}`)
  await expect(page).toHaveURL(`/creators/${gull.id}`)
  await expect(heading).toHaveText('The Harbour Gull')

  await page.goto(`/audio-books?creatorId=${double.id}&role=Reader`)
  await expect(main.getByRole('article')).toHaveText([/Kelp/])
  await expect(main.getByRole('list', { name: 'Chosen filters' })).toContainText('read by The Harbour Gull')
  const chosen = main.getByRole('checkbox', { checked: true })
  await expect(chosen).toHaveAccessibleName(/^The Harbour Gull/)
  await chosen.press('Space')
  await expect(page).toHaveURL('/audio-books')
})

test('an editor fills every field of an audio book with the keyboard alone, and none is lost', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000)
  const keys = new Keys(page)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const save = main.getByRole('button', { name: 'Save' })
  const field = (label: string) => main.getByLabel(label, { exact: true })
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')

  const texts = {
    Name: 'Tideland',
    Subtitle: 'A Winter on the Mole',
    Year: '1999',
    Publisher: 'Low Water',
    ISBN: '978-3-16-148410-0',
  }
  for (const [label, text] of Object.entries(texts)) await keys.type(field(label), text)
  await keys.type(field('Description'), 'Before.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('After.')
  for (const [label, choice] of [
    ['Language', 'German'],
    ['Abridgement', 'Unabridged'],
  ] as const) {
    await keys.type(field(label), choice)
    await expect(field(label).locator('option:checked')).toHaveText(choice)
  }
  await keys.to(field('Explicit'))
  await page.keyboard.press('Space')
  for (const genre of ['Sea stories', 'Winter']) {
    await keys.type(field('Genres'), genre)
    await page.keyboard.press('Enter')
  }
  await keys.press(main.getByRole('button', { name: 'Add series' }))
  await keys.type(dialog.getByRole('searchbox', { name: 'Search series' }), 'The Mole')
  await page.keyboard.press('Enter')
  await keys.press(dialog.getByRole('button', { name: 'New series “The Mole”' }))
  await keys.type(field('Part of The Mole'), '2.5')
  for (const [button, file] of [
    ['Choose cover image', 'covers/slow-signals.webp'],
    ['Choose cover image preview', 'covers/bread-slowly.webp'],
    ['Choose audio', 'audio/slow-signals-1-a-light-every-twelve-seconds.mp3'],
  ] as const)
    await keys.choose(main.getByRole('button', { name: button, exact: true }), join(sample, file))
  for (const [add, nickname] of [
    ['Add Reader', 'Mara Quill'],
    ['Add Person', 'Ana Lund'],
  ] as const) {
    await keys.press(main.getByRole('button', { name: add }))
    await keys.press(dialog.getByRole('button', { name: 'New creator' }))
    await keys.type(dialog.getByLabel('Nickname'), nickname)
    await keys.press(dialog.getByRole('button', { name: 'Create' }))
    await expect(main.getByRole('rowheader', { name: nickname })).toBeVisible()
  }
  await keys.type(field('Mara Quill as'), 'the Keeper')
  await keys.type(field('Role of Ana Lund'), 'Translator')
  await keys.to(main.getByRole('button', { name: 'Move Ana Lund', exact: true }))
  await page.keyboard.press('Home')
  await keys.press(save)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tideland')
  await expect(page.getByText('Audio Book created')).toBeVisible()
  await keys.expectFocus()

  const path = new URL(page.url()).pathname.replace('/edit', '')
  const saved = {
    name: 'Tideland',
    subtitle: 'A Winter on the Mole',
    description: 'Before.\nAfter.',
    language: 'de',
    publishedYear: 1999,
    publisher: 'Low Water',
    isbn: '978-3-16-148410-0',
    isAbridged: false,
    isExplicit: true,
    genres: ['Sea stories', 'Winter'],
    series: [{ name: 'The Mole', sequence: '2.5' }],
    credits: [
      { creator: { nickname: 'Ana Lund' }, role: 'Translator', as: null },
      { creator: { nickname: 'Mara Quill' }, role: 'Reader', as: 'the Keeper' },
    ],
    readers: [{ nickname: 'Mara Quill' }],
  }
  const read = async () => (await (await page.request.get(`/api${path}`)).json()) as Record<string, unknown>
  const first = await read()
  expect(first).toMatchObject(saved)
  for (const url of ['coverImageUrl', 'coverImagePreviewUrl', 'audioUrl'])
    expect((await page.request.head(String(first[url]))).ok(), url).toBe(true)
  expect(first['durationSeconds']).toBeGreaterThan(1)

  await page.reload()
  for (const [label, text] of Object.entries(texts)) await expect(field(label)).toHaveValue(text)
  await keys.to(field('Subtitle'))
  await page.keyboard.press('End')
  await page.keyboard.type(' and After')
  await keys.press(save)
  await expect(page.getByText('Audio Book updated')).toBeVisible()
  const subtitle = 'A Winter on the Mole and After'
  const { updatedAt: _before, ...kept } = first
  const { updatedAt: _after, ...changed } = await read()
  expect(changed).toEqual({ ...kept, subtitle })

  await keys.press(main.getByRole('button', { name: 'Unpublish' }), 'Shift+Tab')
  await keys.press(dialog.getByRole('button', { name: 'Confirm' }))
  await expect(main.getByText('Only editors see it.')).toBeVisible()
  await keys.expectFocus()
  expect((await page.request.get(`/api${path}`)).status()).toBe(404)
  await keys.press(main.getByRole('button', { name: 'Publish now' }))
  await expect(main.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  await keys.press(main.getByRole('link', { name: 'View' }), 'Shift+Tab')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tideland')
  for (const text of [
    subtitle,
    'The Mole',
    'Mara Quill',
    '1999',
    'Low Water',
    'Sea stories',
    'German',
    'Before.',
  ])
    await expect(main.getByText(text).first()).toBeVisible()
})
