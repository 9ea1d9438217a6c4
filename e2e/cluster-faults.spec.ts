import { play } from './devices.ts'
import { ListenerClient } from './listener-client.ts'
import { addBook, expect, longSound, lacking, test } from './on-cluster.ts'
import { makePerson } from './people.ts'

/** Nodes that die, rest and come back, while people listen. */

// One after the other, in one worker: they share a cluster, and stop parts of it.
test.describe.configure({ mode: 'default' })
test.skip(lacking !== null, lacking ?? '')

test.afterEach(({ site }) => site.proxy.prefer(null))

const rounds = Number(process.env.CLUSTER_ROUNDS ?? 1)
const listeners = 6

test('a node dies in mid-stream and the listener goes on, and the node comes back', async ({
  device,
  person,
  site,
}) => {
  const { id } = await addBook(site, 'A Long Night', longSound(240))
  site.proxy.prefer(0)
  const desk = await device(person)
  const { page, player } = desk
  await play(desk, `/audio-books/${id}`)
  const bufferedTo = await page.evaluate(() => {
    const audio = document.querySelector('audio')
    return audio?.buffered.end(audio.buffered.length - 1) ?? 0
  })
  expect(bufferedTo).toBeLessThan(200)
  await site.nodes[0]?.kill()
  await page.evaluate(() => Object.assign(document.querySelector('audio') ?? {}, { playbackRate: 16 }))
  await player.expectPosition(bufferedTo + 10, 240)
  await expect(player.bar).not.toContainText('Audio error')

  await site.nodes[0]?.start()
  await expect.poll(async () => (await page.request.get('/api/audio-books')).headers()['x-node']).toBe('0')
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
