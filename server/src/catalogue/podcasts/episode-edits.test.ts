import * as edits from '@earmark/contract/episode-edits.ts'
import { getEpisode, type PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import { updatePodcast } from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { makeCreator, makeEpisode, makePodcast, storeCover } from '../../testing/records.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'

/** Edits of episodes, beside those of every record (`editing/edited-records.slow.test.ts`). */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const blue = await pictureFile('#00a')
const cover = await storeCover(server, 'tomato')
let podcastId: number
beforeEach(async () => {
  podcastId = await makePodcast(server, { name: 'The Map Room', ...cover })
})

const post = (form: TestForm) =>
  server.attempt(edits.createEpisode, { params: { id: podcastId }, form }, headers)
const put = (episodeId: number, form: TestForm) => {
  const whole = { Id: episodeId, Number: 1, Name: 'x', ...form }
  return server.attempt(edits.updateEpisode, { params: { id: podcastId, episodeId }, form: whole }, headers)
}
const episodeOf = ({ body }: { body: string }) => JSON.parse(body) as PodcastEpisodeDetail
const get = (episodeId: number) => server.call(getEpisode, { params: { id: podcastId, episodeId } })
const coverFields = ({ coverImageUrl, coverImagePreviewUrl }: PodcastEpisodeDetail) => ({
  CoverImageUrl: coverImageUrl,
  CoverImagePreviewUrl: coverImagePreviewUrl,
})

describe('a new episode', () => {
  it('is answered with its podcast, which lists it', async () => {
    await server.call(getPodcast, { params: { id: podcastId } })
    const episode = episodeOf(await post({ Number: 0, Name: 'Legend', PodcastId: podcastId }))
    expect(episode).toMatchObject({ number: 0, coverInherited: true, podcast: { id: podcastId } })
    const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
    expect(episodes.map(({ id }) => id)).toEqual([episode.id])
  })

  it.each<[TestForm, string, string]>([
    [{ Name: 'x' }, 'NumberRequired', 'number'],
    [{ Name: 'x', Number: ' ' }, 'NumberRequired', 'number'],
    ...['-1', '1.5', '1e3', '007', '1000000', '99999999999999999999', 'one', '٣'].map(
      (Number): [TestForm, string, string] => [{ Name: 'x', Number }, 'NumberInvalid', 'number'],
    ),
    [{ Name: 'x', Number: 1, PodcastId: 4711 }, 'IdMismatch', 'podcastId'],
    [{ Name: 'x', Number: 1, AudioUrl: 'x' }, 'UnknownMedia', 'audioUrl'],
  ])('is refused as %j', async (form, code, field) => {
    expect(await post(form)).toMatchObject({ status: 400, errors: [{ code, field }] })
  })

  it.each<[string, TestForm, readonly string[]]>([
    [
      'created',
      {},
      ['UnknownMedia coverImageUrl', 'UnknownMedia coverImagePreviewUrl', 'UnknownMedia audioUrl'],
    ],
    ['replaced', { Id: 4711, UpdatedAt: 'x' }, ['IdMismatch id', 'InvalidBody updatedAt']],
  ])('is told all that is wrong with its texts when it is %s', async (what, form, first) => {
    const urls = { AudioUrl: 'x', CoverImagePreviewUrl: 'x', CoverImageUrl: 'x' }
    const wrong = { Description: '\u0007', Name: ' ', Number: 'one', PodcastId: '7x', ...urls, ...form }
    const id = await makeEpisode(server, podcastId, { number: 1, name: 'One' })
    const { errors } = await (what === 'created' ? post(wrong) : put(id, wrong))
    const others = [
      'IdMismatch podcastId',
      'NumberInvalid number',
      'NameRequired name',
      'InvalidBody description',
    ]
    expect(errors.map(({ code, field }) => `${code} ${field}`)).toEqual([...first, ...others])
  })

  it('gets a number that no other has, also when many ask for it at the same time', async () => {
    expect((await post({ Number: 999_999, Name: 'Last' })).status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 6 }, () => post({ Number: 5, Name: 'Five' })))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(5)
    for (const { status, errors } of refused)
      expect({ status, errors }).toMatchObject({
        status: 409,
        errors: [{ code: 'DuplicateNumber', field: 'number' }],
      })
    const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
    expect(episodes.map(({ number }) => number)).toEqual([5, 999_999])
  })
})

describe('an episode', () => {
  it('is replaced, its number too, unless another has it', async () => {
    const one = await makeEpisode(server, podcastId, { number: 1, name: 'One', description: 'd' })
    await makeEpisode(server, podcastId, { number: 2, name: 'Two' })
    expect(await put(one, { Number: 2 })).toMatchObject({ status: 409, codes: ['DuplicateNumber'] })
    const changed = await put(one, { Number: 3, Name: 'Three', PodcastId: podcastId })
    expect(episodeOf(changed)).toMatchObject({ number: 3, name: 'Three', description: null })
    expect(episodeOf(changed).podcast.episodes.map(({ number }) => number)).toEqual([2, 3])
    expect(await get(one)).toEqual(episodeOf(changed))
    expect((await put(one, { Number: 3 })).status).toBe(200)
  })

  it.each<[TestForm, string, string]>([
    [{ PodcastId: 4711 }, 'IdMismatch', 'podcastId'],
    [{ Number: '' }, 'NumberRequired', 'number'],
    [{ AudioUrl: '/media/x.mp3' }, 'UnknownMedia', 'audioUrl'],
  ])('is not changed by %j', async (form, code, field) => {
    const id = await makeEpisode(server, podcastId, { number: 1, name: 'Kept' })
    expect(await put(id, form)).toMatchObject({ status: 400, errors: [{ code, field }] })
    expect(await get(id)).toMatchObject({ name: 'Kept' })
  })

  it("is unknown to every write under another podcast's id", async () => {
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Mine' })
    const params = { id: await makePodcast(server, { name: 'Other' }), episodeId }
    const creatorId = await makeCreator(server, { nickname: 'Gull' })
    const form = { Id: episodeId, Number: 1, Name: 'x' }
    const answers = await Promise.all([
      server.attempt(edits.updateEpisode, { params, form }, headers),
      server.attempt(edits.deleteEpisode, { params }, headers),
      server.attempt(edits.addEpisodeVoicer, { params: { ...params, creatorId } }, headers),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await get(episodeId)).toMatchObject({ name: 'Mine', voicers: [] })
  })

  it("inherits its podcast's cover for as long as an editor sends that back", async () => {
    const id = await makeEpisode(server, podcastId, { number: 1, name: 'One' })
    const before = await get(id)
    const same = episodeOf(await put(id, coverFields(before)))
    expect(same).toMatchObject({ coverInherited: true, coverImageUrl: before.coverImageUrl })
    const form = { Id: podcastId, Name: 'Recovered', CoverImage: blue }
    await server.call(updatePodcast, { params: { id: podcastId }, form }, headers)
    const recovered = await get(id)
    expect(recovered.coverInherited).toBe(true)
    expect(recovered.coverImageUrl).not.toBe(before.coverImageUrl)
    expect(await put(id, coverFields(before))).toMatchObject({
      status: 400,
      codes: ['UnknownMedia', 'UnknownMedia'],
    })
  })

  it("may have a preview of its own beside its podcast's cover", async () => {
    const id = await makeEpisode(server, podcastId, { number: 1, name: 'One' })
    const { coverImageUrl, coverImagePreviewUrl } = await get(id)
    const chosen = episodeOf(await put(id, { CoverImageUrl: coverImageUrl, CoverImagePreview: blue }))
    expect(chosen).toMatchObject({ coverInherited: true, coverImageUrl })
    expect(chosen.coverImagePreviewUrl).not.toBe(coverImagePreviewUrl)
    const kept = episodeOf(await put(id, coverFields(chosen)))
    expect(coverFields(kept)).toEqual(coverFields(chosen))
    const cleared = episodeOf(await put(id, { CoverImageUrl: coverImageUrl }))
    expect(cleared).toMatchObject({ coverInherited: true, coverImagePreviewUrl })
  })

  it('has a cover of its own until it is cleared', async () => {
    const { id, coverImageUrl, coverInherited } = episodeOf(
      await post({ Number: 1, Name: 'x', CoverImage: blue }),
    )
    expect(coverInherited).toBe(false)
    const cleared = episodeOf(await put(id, {}))
    expect(cleared.coverInherited).toBe(true)
    expect(cleared.coverImageUrl).not.toBe(coverImageUrl)
  })

  it('that is deleted leaves its number to others', async () => {
    const { id } = episodeOf(await post({ Number: 1, Name: 'x' }))
    const params = { id: podcastId, episodeId: id }
    await server.call(edits.deleteEpisode, { params }, headers)
    expect((await server.call(getPodcast, { params })).episodes).toEqual([])
    expect((await post({ Number: 1, Name: 'x' })).status).toBe(201)
  })
})
