import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import * as edited from '@earmark/contract/edited-records.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/publishing.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'
import { publishDue } from './publish-on-time.ts'
import { walks } from '../../testing/walks.ts'

/** Random walks of publishing, unpublishing, schedules and time against a model of three records. */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')

const kinds = ['book', 'podcast', 'episode'] as const
type Kind = (typeof kinds)[number]

interface Model {
  isPublic: boolean
  publishedAt: number | null
  publishAt: number | null
}

const endpoints = {
  book: {
    publish: contract.publishAudioBook,
    unpublish: contract.unpublishAudioBook,
    edited: edited.getEditedAudioBook,
    read: getAudioBook,
  },
  podcast: {
    publish: contract.publishPodcast,
    unpublish: contract.unpublishPodcast,
    edited: edited.getEditedPodcast,
    read: getPodcast,
  },
  episode: {
    publish: contract.publishEpisode,
    unpublish: contract.unpublishEpisode,
    edited: edited.getEditedEpisode,
    read: getEpisode,
  },
} as const satisfies Record<Kind, Record<string, Endpoint>>

type Step =
  | { readonly does: 'publish'; readonly kind: Kind; readonly inMs: number | null }
  | { readonly does: 'unpublish'; readonly kind: Kind }
  | { readonly does: 'wait'; readonly ms: number }

const kind = fc.constantFrom(...kinds)
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({
    does: fc.constant('publish' as const),
    kind,
    inMs: fc.constantFrom(null, -1000, 0, 1000, 3000, 3000),
  }),
  fc.record({ does: fc.constant('unpublish' as const), kind }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(500, 1000, 2999) }),
)

function take(model: Record<Kind, Model>, one: Step, now: number): void {
  if (one.does === 'wait') {
    for (const record of Object.values(model))
      if (record.publishAt !== null && record.publishAt <= now)
        Object.assign(record, {
          isPublic: true,
          publishedAt: record.publishedAt ?? record.publishAt,
          publishAt: null,
        })
    return
  }
  const record = model[one.kind]
  if (one.does === 'unpublish') Object.assign(record, { isPublic: false, publishAt: null })
  else if (record.isPublic) return
  else if (one.inMs === null || one.inMs <= 0)
    Object.assign(record, { isPublic: true, publishedAt: record.publishedAt ?? now, publishAt: null })
  else record.publishAt = now + one.inMs
}

async function makeDraft(endpoint: Endpoint, form: TestForm, params: Record<string, number> = {}) {
  const input = { params, form: { Name: 'Walk', Draft: 'true', ...form } }
  const { body } = await server.attempt(endpoint, input, headers)
  return (JSON.parse(body) as { id: number }).id
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

function statusOf({ isPublic, publishAt }: Model): string {
  if (isPublic) return 'Published'
  return publishAt === null ? 'Draft' : 'Scheduled'
}

it('leave what the model says, whatever comes after what', async () => {
  const check = async (steps: readonly Step[]) => {
    const podcastId = await makeDraft(createPodcast, {})
    const params = {
      book: { id: await makeDraft(createAudioBook, {}) },
      podcast: { id: podcastId },
      episode: { id: podcastId, episodeId: await makeDraft(createEpisode, { Number: 1 }, { id: podcastId }) },
    }
    const draft = (): Model => ({ isPublic: false, publishedAt: null, publishAt: null })
    const model = { book: draft(), podcast: draft(), episode: draft() }
    let firstPublicAt: number | null = null
    for (const one of steps) {
      if (one.does === 'wait') {
        server.time.now += one.ms
        await Promise.all([publishDue(server.deps), publishDue(server.deps)])
      } else {
        const at = one.does === 'publish' && one.inMs !== null ? server.time.now + one.inMs : null
        const body = at === null ? {} : { publishAt: new Date(at).toISOString() }
        const input = { params: params[one.kind], ...(one.does === 'publish' && { body }) }
        expect(await server.attempt(endpoints[one.kind][one.does], input, headers)).toMatchObject({
          status: 200,
        })
      }
      take(model, one, server.time.now)
      if (model.podcast.isPublic && model.episode.isPublic) firstPublicAt ??= server.time.now
      for (const name of kinds) {
        const of = model[name]
        const shown = await server.attempt(endpoints[name].edited, { params: params[name] }, headers)
        expect(JSON.parse(shown.body)).toMatchObject({
          status: statusOf(of),
          publishedAt: instant(of.publishedAt),
          publishAt: instant(of.publishAt),
        })
        const isShown = of.isPublic && (name !== 'episode' || model.podcast.isPublic)
        const { status } = await server.attempt(endpoints[name].read, { params: params[name] })
        expect(status).toBe(isShown ? 200 : 404)
      }
      const row = server.deps.db.connection.selectFrom('episodes').select('public_at')
      const { public_at } = await row.where('id', '=', params.episode.episodeId).executeTakeFirstOrThrow()
      expect(public_at).toBe(firstPublicAt)
    }
  }
  const steps = fc.array(step, { minLength: 3, maxLength: 12, size: 'max' })
  await fc.assert(fc.asyncProperty(steps, check), { numRuns: walks(12) })
})
