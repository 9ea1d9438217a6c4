import type { Page } from '@playwright/test'
import { ListenerClient } from './listener-client.ts'
import { addBook, expect, longSound, lacking, test } from './on-cluster.ts'
import { makePerson } from './people.ts'
import type { PlayerDriver } from './player-driver.ts'

/** Nodes that die, rest and come back, while people listen. */

// One after the other, in one worker: they share a cluster, and stop parts of it.
test.describe.configure({ mode: 'default' })
test.skip(lacking !== null, lacking ?? '')

test.afterEach(({ site }) => site.proxy.prefer(null))

const rounds = Number(process.env.CLUSTER_ROUNDS ?? 1)
const listeners = 6
/** The player's patience, and a start on a busy machine. */
const longestSilenceMs = 25_000

test('nodes die in mid-stream, one and then all, and the listener goes on', async ({
  device,
  person,
  site,
}) => {
  test.setTimeout(120_000)
  const { id } = await addBook(site, 'A Long Night', longSound(480))
  const { page, player } = await device(person)
  const [first, second] = site.nodes
  site.proxy.prefer(0)
  await player.play(`/audio-books/${id}`)

  await first?.kill()
  const bufferedTo = await bufferedEnd(page)
  expect(bufferedTo).toBeLessThan(100)
  await hasten(page, bufferedTo)
  await untilHeard(player, bufferedTo + 1)

  const broken = untilBroken(page)
  await second?.kill()
  // The sound may break off by itself before it is sent on: then its place is kept.
  await Promise.race([broken, player.slider.fill('470').catch(() => undefined)])
  await broken
  const { position } = await player.sound()
  await first?.start()
  await untilHeard(player, position + 1)
  await expect(player.bar).not.toContainText('Audio error')

  await second?.start()
  site.proxy.prefer(null)
  for (const node of ['0', '1', '0'])
    await expect.poll(async () => (await page.request.get('/api/creators')).headers()['x-node']).toBe(node)
})

test('nodes are started anew one by one: no save is lost, and nobody is signed out', async ({
  site,
  book,
}) => {
  test.setTimeout(60_000 * rounds)
  const people = await Promise.all(Array.from({ length: listeners }, () => makePerson(site)))
  const clients = await Promise.all(people.map((person) => ListenerClient.signIn(site, person, book.id)))
  const stopping = new AbortController()
  const listening = clients.map((client) => client.listen(stopping.signal))
  for (const node of Array.from({ length: rounds }, () => site.nodes).flat()) {
    await node.stop()
    await node.start()
  }
  stopping.abort()
  await Promise.all(listening)
  for (const client of clients) {
    expect(client.refusals).toEqual([])
    expect(await client.read()).toEqual(client.saved)
    expect([...client.answers.keys()].toSorted()).toEqual(['0', '1'])
  }
})

async function untilHeard(player: PlayerDriver, second: number): Promise<void> {
  await expect
    .poll(async () => (await player.sound()).position, { timeout: longestSilenceMs })
    .toBeGreaterThan(second)
}

/** What is buffered is heard in no time, and what comes after it at its own speed, so that little more is fetched. */
async function hasten(page: Page, bufferedTo: number): Promise<void> {
  await page.evaluate((end) => {
    const audio = document.querySelector('audio') as HTMLAudioElement
    audio.playbackRate = 16
    audio.addEventListener('timeupdate', () => {
      if (audio.currentTime > end - 5) audio.playbackRate = 1
    })
  }, bufferedTo)
}

async function bufferedEnd(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const { buffered, currentTime } = document.querySelector('audio') as HTMLAudioElement
    return buffered.length === 0 ? currentTime : buffered.end(buffered.length - 1)
  })
}

/** Until the audio element has given up. */
async function untilBroken(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => document.addEventListener('error', done, { capture: true, once: true })),
  )
}
