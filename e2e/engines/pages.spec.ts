import { expect } from '@playwright/test'
import { resolve } from 'node:path'
import { makeEditor } from '../people.ts'
import { test } from './web-kit.ts'

const sample = (file: string) => resolve(import.meta.dirname, '../../sample', file)

test('an editor signs in, uploads a book with a cover by its form, and it is heard', async ({
  web,
  listener,
  site,
}) => {
  const { email, password } = await makeEditor(site)
  await web.open('/auth/login?returnTo=%2Fedit%2Faudio-books%2Fcreate')
  await web.field('Email').fill(email)
  await web.field('Password').fill(password)
  await listener.main.part('button', 'Sign in').click()
  await expect.poll(() => web.path()).toBe('/edit/audio-books/create')

  await web.field('Audio file').choose(sample('audio/an-almanac-for-bees.mp3'))
  // The name is proposed from the file's own tags.
  await expect.poll(() => web.field('Name').value()).not.toBe('')
  await web.field('Name').fill('Bees at Night')
  await web.field('Cover image file').choose(sample('covers/slow-signals.webp'))
  await listener.main.part('button', 'Save').click()
  await expect.poll(() => web.text('Audio Book created').count()).toBe(1)
  await expect.poll(() => web.path()).toMatch(/^\/edit\/audio-books\/\d+$/)

  await web.open((await web.path()).replace('/edit', ''))
  await listener.main.part('button', 'Play').click()
  await listener.expectSounding()
})

test('a dialog keeps the focus until Escape gives it back', async ({ web, listener, catalogue }) => {
  await web.open(catalogue.book('Bread, Slowly').path)
  const add = listener.main.part('button', 'Add to queue')
  await add.focus()
  await web.press('Enter')
  await expect.poll(() => listener.bar.count()).toBe(1)
  await web.press('Shift+?')
  const keys = web.part('dialog', 'Keys')
  await expect.poll(() => keys.count()).toBe(1)
  for (let step = 0; step < 4; step += 1) {
    const outside = () => document.activeElement?.closest('main, header, footer')?.tagName ?? null
    expect(await web.evaluate(outside)).toBeNull()
    await web.press('Tab')
  }
  await web.press('Escape')
  await expect.poll(() => keys.count()).toBe(0)
  await expect.poll(() => add.isFocused()).toBe(true)
})

test('a book is reached and played with Tab and Enter alone', async ({ web, listener, catalogue }) => {
  const book = catalogue.book('The Lamplighter of Quiet Harbour')
  await web.open('/')
  const link = web.part('link', book.name)
  await expect.poll(() => link.count()).toBe(1)
  await web.press('Tab')
  expect(await web.part('link', 'Skip to content').isFocused()).toBe(true)
  await web.press('Enter')
  await expect.poll(() => listener.main.isFocused()).toBe(true)
  await web.tabTo(link)
  await web.press('Enter')
  await expect.poll(() => web.part('heading', book.name).isFocused()).toBe(true)
  await web.tabTo(listener.main.part('button', 'Play'))
  await web.press('Enter')
  await listener.expectSounding(book.audioUrl)
})

test('a theme that is chosen colours every page, and is remembered', async ({ web }) => {
  const paper = () => web.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await web.open('/')
  const papers: string[] = []
  for (const [before, theme] of [
    ['System', 'Light'],
    ['Light', 'Dark'],
  ] as const) {
    await web.part('button', `Theme: ${before}`).click()
    await web.part('radio', theme).click()
    papers.push(await paper())
    await web.reload()
    await expect.poll(() => web.part('button', `Theme: ${theme}`).count()).toBe(1)
    expect(await paper()).toBe(papers.at(-1))
  }
  expect(new Set(papers).size).toBe(2)
})
