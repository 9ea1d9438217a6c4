import { describe, expect, it } from 'vitest'
import { makePerson } from '../../testing/people.ts'
import { makeSeries } from '../../testing/records.ts'
import { recordEdits, recordIn } from '../../testing/record-edits.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { sequenceNumber } from '../audio-books/series-parts.queries.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const [book, podcast, episode] = (await recordEdits(server, editor)) as [Edits, Edits, Edits]
type Edits = Awaited<ReturnType<typeof recordEdits>>[number]

const seriesId = await makeSeries(server, 'Waves')

const bookForm = {
  Subtitle: ' Or the other side ',
  Genres: ['Sea', ' Sea', '', 'Æther'],
  Language: 'PT-br',
  PublishedYear: 1931,
  Publisher: 'Hogarth',
  Isbn: '978-0-15-194960-0',
  IsAbridged: true,
  IsExplicit: true,
  Series: [{ id: seriesId, sequence: ' 1.5 ' }],
}
const shownBook = {
  subtitle: 'Or the other side',
  genres: ['Sea', 'Æther'],
  language: 'pt-BR',
  publishedYear: 1931,
  publisher: 'Hogarth',
  isbn: '978-0-15-194960-0',
  isAbridged: true,
  isExplicit: true,
  series: [{ id: seriesId, name: 'Waves', sequence: '1.5' }],
}
const clearedBook = {
  subtitle: null,
  genres: [],
  language: null,
  publishedYear: null,
  publisher: null,
  isbn: null,
  isAbridged: null,
  isExplicit: false,
  series: [],
}
const podcastForm = {
  Categories: ['Science', 'Nature'],
  Language: 'de',
  IsExplicit: true,
  Link: 'https://example.org/über?a=1',
  EpisodeOrder: 'Oldest',
}
const shownPodcast = {
  categories: ['Science', 'Nature'],
  language: 'de',
  isExplicit: true,
  link: 'https://example.org/über?a=1',
  episodeOrder: 'Oldest',
}
const clearedPodcast = {
  categories: [],
  language: null,
  isExplicit: false,
  link: null,
  episodeOrder: 'Newest',
}
const episodeForm = {
  Season: 2,
  EpisodeType: 'Bonus',
  IsExplicit: true,
  PublishedAt: '2019-05-04T10:00:00+02:00',
}
const shownEpisode = {
  season: 2,
  episodeType: 'Bonus',
  isExplicit: true,
  publishedAt: '2019-05-04T08:00:00.000Z',
}
const clearedEpisode = {
  season: null,
  episodeType: 'Full',
  isExplicit: false,
  // Its own moment among those of its podcast.
  publishedAt: expect.stringMatching(/^2026-01-01T00:00:00/) as string,
}

const rows: [string, Edits, { form: TestForm; shown: object; cleared: object }][] = [
  [book.kind, book, { form: bookForm, shown: shownBook, cleared: clearedBook }],
  [podcast.kind, podcast, { form: podcastForm, shown: shownPodcast, cleared: clearedPodcast }],
  [episode.kind, episode, { form: episodeForm, shown: shownEpisode, cleared: clearedEpisode }],
]

describe.each(rows)('the fields of %s', (_, edits, { form, shown, cleared }) => {
  const empty = Object.fromEntries(Object.keys(form).map((name) => [name, '']))

  it('are there once they are given, and empty unless', async () => {
    const given = await edits.create({ Name: 'With', ...form })
    expect(given).toMatchObject({ status: 201 })
    expect(recordIn(given)).toMatchObject(shown)
    expect(recordIn(await edits.read(recordIn(given).id))).toMatchObject(shown)
    expect(recordIn(await edits.create({ Name: 'Without' }))).toMatchObject(cleared)
  })

  it('stay as they are where a replacement does not name them, and are cleared where it leaves them empty', async () => {
    const { id, updatedAt } = recordIn(await edits.create({ Name: 'Kept', ...form }))
    const kept = recordIn(await edits.replace(id, {}))
    expect(kept).toMatchObject(shown)
    expect(Date.parse(kept.updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
    expect(recordIn(await edits.replace(id, empty))).toMatchObject(cleared)
    expect(recordIn(await edits.read(id))).toMatchObject(cleared)
    expect(recordIn(await edits.replace(id, form))).toMatchObject(shown)
  })
})

describe('a form', () => {
  const text = (length: number) => 'x'.repeat(length)
  const names = (count: number) => Array.from({ length: count }, (_, at) => `Genre ${at}`)

  it.each<[string, Edits, TestForm, string, string]>([
    ['a language of no form', book, { Language: 'not a language' }, 'LanguageInvalid', 'language'],
    ['several languages', book, { Language: 'en,de' }, 'LanguageInvalid', 'language'],
    ['a hostile language', podcast, { Language: '\u202Een' }, 'LanguageInvalid', 'language'],
    ['a long subtitle', book, { Subtitle: text(501) }, 'InvalidBody', 'subtitle'],
    ['a subtitle of lines', book, { Subtitle: 'a\nb' }, 'InvalidBody', 'subtitle'],
    ['a long genre', book, { Genres: ['a', text(101)] }, 'InvalidBody', 'genres'],
    ['a genre with a null character', book, { Genres: ['a\u0000'] }, 'InvalidBody', 'genres'],
    ['a dot for a genre', book, { Genres: ['.'] }, 'InvalidBody', 'genres'],
    ['two dots for a genre', book, { Genres: ['Sea', ' .. '] }, 'InvalidBody', 'genres'],
    ['51 genres', book, { Genres: names(51) }, 'InvalidBody', 'genres'],
    ['a long publisher', book, { Publisher: text(201) }, 'InvalidBody', 'publisher'],
    ['a long ISBN', book, { Isbn: text(21) }, 'InvalidBody', 'isbn'],
    ['a year to come', book, { PublishedYear: 10_000 }, 'InvalidBody', 'publishedYear'],
    ['a year before any', book, { PublishedYear: -1 }, 'InvalidBody', 'publishedYear'],
    ['half a year', book, { PublishedYear: '1931.5' }, 'InvalidBody', 'publishedYear'],
    ['an answer that is neither', book, { IsAbridged: 'perhaps' }, 'InvalidBody', 'isAbridged'],
    ['series that are no JSON', book, { Series: '[{' }, 'InvalidBody', 'series'],
    ['series that are no list', book, { Series: '{"id":1}' }, 'InvalidBody', 'series'],
    ['series without ids', book, { Series: '[{"sequence":"1"}]' }, 'InvalidBody', 'series'],
    ['an unknown series', book, { Series: '[{"id":999999}]' }, 'InvalidBody', 'series'],
    [
      'one series twice',
      book,
      { Series: JSON.stringify([{ id: seriesId }, { id: seriesId }]) },
      'InvalidBody',
      'series',
    ],
    ['a long sequence', book, { Series: [{ id: seriesId, sequence: text(51) }] }, 'InvalidBody', 'series'],
    ['a link of no address', podcast, { Link: 'example.org' }, 'InvalidBody', 'link'],
    ['a link with a script', podcast, { Link: 'javascript:alert(1)' }, 'InvalidBody', 'link'],
    ['a link with a line break', podcast, { Link: 'https://a.example/\n' }, 'InvalidBody', 'link'],
    ['an unknown order', podcast, { EpisodeOrder: 'Random' }, 'InvalidBody', 'episodeOrder'],
    ['a season before the first', episode, { Season: -1 }, 'InvalidBody', 'season'],
    ['an unknown type', episode, { EpisodeType: 'full' }, 'InvalidBody', 'episodeType'],
    ['a day before all', episode, { PublishedAt: '0000-01-01T00:00:00+14:00' }, 'InvalidBody', 'publishedAt'],
    ['a day after all', episode, { PublishedAt: '9999-12-31T23:59:59-12:00' }, 'InvalidBody', 'publishedAt'],
    ['a day of no month', episode, { PublishedAt: '2030-02-30T00:00:00Z' }, 'InvalidBody', 'publishedAt'],
    ['no leap day', episode, { PublishedAt: '2027-02-29T23:00:00-05:00' }, 'InvalidBody', 'publishedAt'],
    ['an hour too many', episode, { PublishedAt: '2030-02-28T24:00:00Z' }, 'InvalidBody', 'publishedAt'],
    ['a day of no form', episode, { PublishedAt: 'yesterday' }, 'InvalidBody', 'publishedAt'],
  ])('with %s is refused with the field', async (_, edits, form, code, field) => {
    const refused = await edits.create({ Name: 'Bad', ...form })
    expect(refused).toMatchObject({ status: 400, errors: [{ code, field }] })
    const { id } = recordIn(await edits.create({ Name: 'Good' }))
    expect(await edits.replace(id, form)).toMatchObject({ status: 400, errors: [{ code, field }] })
  })

  it('may have 50 genres of 100 characters', async () => {
    const genres = names(50).map((name) => name.padEnd(100, '長'))
    const { body, status } = await book.create({ Name: 'Many', Genres: genres })
    expect([status, recordIn({ body })]).toMatchObject([201, { genres }])
  })

  it('refuses a single text that is repeated', async () => {
    const form = { Name: 'Twice', Subtitle: ['a', 'b'] }
    expect(await book.create(form)).toMatchObject({ status: 400, errors: [{ field: 'subtitle' }] })
  })

  it.each([
    ['1', 1],
    ['1.5', 1.5],
    ['2-3', 2],
    ['0', 0],
    ['∞', null],
    ['1/2', null],
    ['1000000000', null],
    ['10⁹', null],
    ['-1', null],
    ['x'.repeat(50), null],
  ])('keeps the sequence %s as it is, which sorts as %s', async (sequence, number) => {
    const created = await book.create({ Name: 'Part', Series: [{ id: seriesId, sequence }] })
    expect(recordIn(created)).toMatchObject({ series: [{ id: seriesId, name: 'Waves', sequence }] })
    expect(sequenceNumber(sequence)).toBe(number)
  })
})

it('an audio book is found by the words of its subtitle, and no more once it has another', async () => {
  const search = async (words: string) =>
    (await server.app.inject(`/api/audio-books/paged?search=${encodeURIComponent(words)}`)).json<{
      items: { id: number }[]
    }>().items
  const { id } = recordIn(await book.create({ Name: 'Plain', Subtitle: 'Quixotic pelicans' }))
  expect(await search('pelicans plain')).toMatchObject([{ id }])
  await book.replace(id, { Name: 'Plain' })
  expect(await search('pelicans')).toMatchObject([{ id }])
  await book.replace(id, { Name: 'Plain', Subtitle: 'Placid herons' })
  expect(await search('herons')).toMatchObject([{ id }])
  expect(await search('pelicans')).toEqual([])
})
