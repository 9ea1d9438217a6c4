import { type Endpoint, type EndpointOutput, requestPath } from '@earmark/contract/endpoint.ts'
import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import * as follows from '@earmark/contract/follows.ts'
import * as library from '@earmark/contract/library.ts'
import * as positions from '@earmark/contract/position-edits.ts'
import * as publishing from '@earmark/contract/publishing.ts'
import { listShelves } from '@earmark/contract/shelves.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { publishDue } from '../../catalogue/publishing/publish-on-time.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { walks } from '../../testing/walks.ts'

/**
 * Random walks of two listeners and an editor over two nodes, against a model in which each episode becomes an entry of
 * each follower's library in the moment in which it is first public.
 */

const server = await forAllTests(startTestServer())
const nodes = [server, await forAllTests(startNode(server))] as const
const editor = await makePerson(server, 'Editor')

interface Episode {
  readonly id: number
  isPublic: boolean
  wasPublic: boolean
  isScheduled: boolean
}

interface Podcast {
  readonly id: number
  isPublic: boolean
  episodes: Episode[]
}

class Listener {
  readonly person: Person
  /** By episode: when it was added. */
  readonly entries = new Map<number, number>()
  /** By podcast: the episodes that became public since. */
  readonly follows = new Map<number, number[]>()
  readonly heard = new Set<number>()
  /** Ids of the entries that were seen last, by episode. */
  known = new Map<number, number>()

  constructor(person: Person) {
    this.person = person
  }
}

interface Walk {
  readonly podcasts: readonly Podcast[]
  readonly listeners: readonly Listener[]
}

interface Step {
  readonly does: keyof typeof moves
  readonly who: 0 | 1
  readonly podcast: 0 | 1
  readonly place: number
  readonly node: 0 | 1
  /** Whether the listener looks at the library then. */
  readonly looks: boolean
}

/** What a step is about. */
interface Turn extends Walk {
  readonly node: 0 | 1
  readonly place: number
  readonly listener: Listener
  readonly podcast: Podcast
  /** None in a podcast without episodes. */
  readonly episode: Episode | undefined
}

interface Asked {
  readonly params?: Readonly<Record<string, unknown>>
  readonly body?: object
}

async function ask(node: 0 | 1, endpoint: Endpoint, { params = {}, body }: Asked, { headers }: Person) {
  const response = await nodes[node].app.inject({
    method: endpoint.method,
    url: `/api${requestPath(endpoint, { params })}`,
    headers,
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.body }
}

async function read<E extends Endpoint>(
  node: 0 | 1,
  endpoint: E,
  person: Person,
): Promise<EndpointOutput<E>> {
  return JSON.parse((await ask(node, endpoint, {}, person)).body) as EndpointOutput<E>
}

const isShown = (podcast: Podcast, episode: Episode) => podcast.isPublic && episode.isPublic

/** To be called when something has been published. */
function arrive({ podcasts, listeners }: Walk): void {
  for (const podcast of podcasts) {
    for (const episode of podcast.episodes.filter((one) => !one.wasPublic && isShown(podcast, one))) {
      episode.wasPublic = true
      for (const listener of listeners.filter((one) => one.follows.has(podcast.id))) {
        listener.follows.get(podcast.id)?.push(episode.id)
        listener.entries.set(episode.id, server.time.now)
      }
    }
  }
}

async function create({ podcast, podcasts, ...walk }: Turn, draft: boolean): Promise<void> {
  const number = podcast.episodes.length === 0 ? 1 : (podcast.episodes.at(-1)?.id ?? 0) + 1
  const input = { number, name: `Talk ${number}`, draft, audio: soundOf(60) }
  const id = await makeEpisode(server, podcast.id, input)
  podcast.episodes.push({ id, isPublic: !draft, wasPublic: false, isScheduled: false })
  arrive({ podcasts, ...walk })
}

async function mark({ node, listener, podcast, episode }: Turn, endpoint: Endpoint): Promise<boolean> {
  if (!episode) return false
  const body = { items: [{ podcastId: podcast.id, podcastEpisodeId: episode.id }] }
  const { status } = await ask(node, endpoint, { body }, listener.person)
  expect(status).toBe(isShown(podcast, episode) ? 200 : 404)
  return isShown(podcast, episode)
}

async function publish(turn: Turn, endpoint: Endpoint, body?: object): Promise<Episode | undefined> {
  const { node, podcast, episode } = turn
  if (!episode) return undefined
  const params = { id: podcast.id, episodeId: episode.id }
  expect(await ask(node, endpoint, { params, ...(body && { body }) }, editor)).toMatchObject({ status: 200 })
  return episode
}

const moves = {
  async follow({ node, listener, podcast }: Turn) {
    const asked = await ask(node, follows.followPodcast, { params: { id: podcast.id } }, listener.person)
    expect(asked.status).toBe(podcast.isPublic ? 204 : 404)
    if (podcast.isPublic && !listener.follows.has(podcast.id)) listener.follows.set(podcast.id, [])
  },
  async unfollow({ node, listener, podcast }: Turn) {
    const asked = await ask(node, follows.unfollowPodcast, { params: { id: podcast.id } }, listener.person)
    expect(asked.status).toBe(204)
    listener.follows.delete(podcast.id)
  },
  async add({ node, listener, podcast, episode }: Turn) {
    if (!episode) return
    const body = { podcastId: podcast.id, podcastEpisodeId: episode.id }
    const { status } = await ask(node, library.addToLibrary, { body }, listener.person)
    const isThere = listener.entries.has(episode.id)
    expect(status).toBe(isShown(podcast, episode) ? (isThere ? 200 : 201) : 404)
    if (status === 201) listener.entries.set(episode.id, server.time.now)
  },
  async remove({ node, place, listener }: Turn) {
    const shown = await read(node, library.listLibrary, listener.person)
    const entry = shown[place % Math.max(shown.length, 1)]
    if (!entry) return
    const params = { entryId: entry.id }
    expect(await ask(node, library.removeFromLibrary, { params }, listener.person)).toMatchObject({
      status: 204,
    })
    listener.entries.delete(entry.podcastEpisode?.id ?? 0)
  },
  async empty({ node, listener }: Turn) {
    await ask(node, library.emptyLibrary, {}, listener.person)
    listener.entries.clear()
  },
  async finish(turn: Turn) {
    if (await mark(turn, positions.finishPositions)) turn.listener.heard.add(turn.episode?.id ?? 0)
  },
  async unfinish(turn: Turn) {
    if (await mark(turn, positions.unfinishPositions)) turn.listener.heard.delete(turn.episode?.id ?? 0)
  },
  create: (turn: Turn) => create(turn, false),
  draft: (turn: Turn) => create(turn, true),
  async publish(turn: Turn) {
    const episode = await publish(turn, publishing.publishEpisode, {})
    if (episode) Object.assign(episode, { isPublic: true, isScheduled: false })
    arrive(turn)
  },
  async unpublish(turn: Turn) {
    const episode = await publish(turn, publishing.unpublishEpisode)
    if (episode) Object.assign(episode, { isPublic: false, isScheduled: false })
  },
  async schedule(turn: Turn) {
    const publishAt = new Date(server.time.now + 500).toISOString()
    const episode = await publish(turn, publishing.publishEpisode, { publishAt })
    if (episode) episode.isScheduled = !episode.isPublic
  },
  async wait(turn: Turn) {
    server.time.now += 1000
    await publishDue(nodes[turn.node].deps)
    for (const episode of turn.podcasts.flatMap(({ episodes }) => episodes))
      if (episode.isScheduled) Object.assign(episode, { isPublic: true, isScheduled: false })
    arrive(turn)
  },
  async delete({ node, podcast, episode, listeners }: Turn) {
    if (!episode) return
    const params = { id: podcast.id, episodeId: episode.id }
    expect(await ask(node, deleteEpisode, { params }, editor)).toMatchObject({ status: 204 })
    podcast.episodes = podcast.episodes.filter((one) => one !== episode)
    for (const { entries } of listeners) entries.delete(episode.id)
  },
  async showPodcast({ node, podcast, ...turn }: Turn) {
    await ask(node, publishing.publishPodcast, { params: { id: podcast.id }, body: {} }, editor)
    podcast.isPublic = true
    arrive(turn)
  },
  async hidePodcast({ node, podcast }: Turn) {
    await ask(node, publishing.unpublishPodcast, { params: { id: podcast.id } }, editor)
    podcast.isPublic = false
  },
} as const

async function compare({ podcasts }: Walk, listener: Listener, node: 0 | 1): Promise<void> {
  const shown = new Set(
    podcasts.flatMap((one) => one.episodes.filter((episode) => isShown(one, episode)).map(({ id }) => id)),
  )
  const entries = await read(node, library.listLibrary, listener.person)
  const ids = entries.map(({ podcastEpisode }) => podcastEpisode?.id ?? 0)
  expect(new Set(ids)).toEqual(new Set([...listener.entries.keys()].filter((id) => shown.has(id))))
  const times = ids.map((id) => listener.entries.get(id) ?? 0)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  const known = new Map(entries.map(({ id }, place) => [ids[place] ?? 0, id]))
  // An entry keeps its id for as long as it is there.
  for (const [episode, id] of known)
    if (listener.known.has(episode)) expect(id).toBe(listener.known.get(episode))
  listener.known = new Map([...listener.known, ...known].filter(([id]) => listener.entries.has(id)))
  const newOf = (id: number) =>
    (listener.follows.get(id) ?? []).filter((one) => shown.has(one) && !listener.heard.has(one))
  const followed = await read(node, follows.listFollows, listener.person)
  expect(new Map(followed.map(({ podcast, newEpisodeIds }) => [podcast.id, new Set(newEpisodeIds)]))).toEqual(
    new Map(
      podcasts
        .filter(({ id, isPublic }) => isPublic && listener.follows.has(id))
        .map(({ id }) => [id, new Set(newOf(id))]),
    ),
  )
  const shelves = await read(node, listShelves, listener.person)
  const newEpisodes = shelves.find(({ kind }) => kind === 'NewEpisodes')?.items ?? []
  expect(new Set(newEpisodes.map(({ podcastEpisode }) => podcastEpisode?.id))).toEqual(
    new Set(podcasts.flatMap(({ id }) => newOf(id))),
  )
}

const either = fc.constantFrom<0 | 1>(0, 1)
const step = fc.record<Step>({
  does: fc.constantFrom(
    ...(Object.keys(moves) as (keyof typeof moves)[]),
    ...(['follow', 'create', 'create', 'publish'] as const),
  ),
  who: either,
  podcast: either,
  place: fc.nat({ max: 5 }),
  node: either,
  looks: fc.boolean(),
})

it('hold what the model says, whoever does what on whichever node', { timeout: 240_000 }, async () => {
  const check = async (steps: readonly Step[]) => {
    const podcasts = await Promise.all(
      ['Talks', 'Walks'].map(async (name) => ({
        id: await makePodcast(server, { name }),
        isPublic: true,
        episodes: [],
      })),
    )
    const people = await Promise.all([makePerson(server), makePerson(server)])
    const walk: Walk = { podcasts, listeners: people.map((person) => new Listener(person)) }
    for (const { does, who, podcast: at, place, node, looks } of steps) {
      server.time.now += 100
      const listener = walk.listeners[who] as Listener
      const podcast = walk.podcasts[at] as Podcast
      const episode = podcast.episodes[place % Math.max(podcast.episodes.length, 1)]
      await moves[does]({ ...walk, node, place, listener, podcast, episode })
      if (looks) await compare(walk, listener, node === 0 ? 1 : 0)
    }
    for (const listener of walk.listeners) await compare(walk, listener, 0)
  }
  const steps = fc.array(step, { minLength: 6, maxLength: 24, size: 'max' })
  await fc.assert(fc.asyncProperty(steps, check), { numRuns: walks(15) })
})
