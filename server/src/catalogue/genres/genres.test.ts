import { editInBulk } from '@earmark/contract/bulk-edits.ts'
import { deleteGenre, listGenres, renameGenre } from '@earmark/contract/genres.ts'
import { beforeEach, expect, it } from 'vitest'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')

beforeEach(async () => {
  for (const { name } of await server.call(listGenres, {}))
    await server.call(deleteGenre, { params: { name } }, editor.headers)
})

const genresOf = async (id: number) => (await server.call(getAudioBook, { params: { id } })).genres

it('the genres are those of public audio books and podcasts, by name, with the number of their records', async () => {
  await makeAudioBook(server, { name: 'One', genres: ['Sea', 'Poetry'] })
  await makePodcast(server, { name: 'Two', categories: ['Sea'] })
  const hidden = await makeAudioBook(server, { name: 'Three', genres: ['Sea', 'Secret'] })
  const { connection } = server.deps.db
  await connection.updateTable('audio_books').set({ is_public: 0 }).where('id', '=', hidden).execute()
  server.deps.changes.changed([`audio-books/${hidden}`])
  expect(await server.call(listGenres, {})).toEqual([
    { name: 'Poetry', count: 1 },
    { name: 'Sea', count: 2 },
  ])
  await connection.updateTable('audio_books').set({ is_public: 1 }).where('id', '=', hidden).execute()
  server.deps.changes.changed([`audio-books/${hidden}`])
})

it('a genre is renamed everywhere, and merges with the one that it is renamed onto', async () => {
  const both = await makeAudioBook(server, { name: 'Both', genres: ['Sci-Fi', 'Æther', 'Science fiction'] })
  const one = await makeAudioBook(server, { name: 'One', genres: ['x', 'Sci-Fi', 'y'] })
  const podcast = await makePodcast(server, { name: 'Three', categories: ['Sci-Fi'] })
  const { updatedAt } = await server.call(getAudioBook, { params: { id: one } })
  const renamed = { params: { name: 'Sci-Fi' }, body: { name: ' Science fiction ' } }
  expect(await server.call(renameGenre, renamed, editor.headers)).toEqual({
    name: 'Science fiction',
    count: 3,
  })
  expect(await genresOf(both)).toEqual(['Æther', 'Science fiction'])
  expect(await genresOf(one)).toEqual(['x', 'Science fiction', 'y'])
  const { categories } = await server.call(getPodcast, { params: { id: podcast } })
  expect(categories).toEqual(['Science fiction'])
  const after = await server.call(getAudioBook, { params: { id: one } })
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
  const paged = { pageNumber: 1, pageSize: 10, sortBy: 'id', sortOrder: 'asc', search: '' } as const
  const querystring = { ...paged, genre: ['Science fiction'] }
  expect(await server.call(pageAudioBooks, { querystring })).toMatchObject({ totalCount: 2 })
})

it('a genre of more records than one step takes is changed in all of them', async () => {
  const ids: number[] = []
  for (let number = 0; number < 85; number += 1)
    ids.push(await makeAudioBook(server, { name: `${number}`, genres: ['a/b %2F ?', 'Other'] }))
  const name = 'a/b %2F ?'
  const renamed = { params: { name }, body: { name: 'Else' } }
  expect(await server.call(renameGenre, renamed, editor.headers)).toEqual({ name: 'Else', count: 85 })
  await server.call(deleteGenre, { params: { name: 'Else' } }, editor.headers)
  for (const id of ids) expect(await genresOf(id)).toEqual(['Other'])
})

it('a genre may be renamed to itself, also in other letters', async () => {
  const id = await makeAudioBook(server, { name: 'One', genres: ['sea'] })
  for (const name of ['sea', 'Sea']) {
    const input = { params: { name: 'sea' }, body: { name } }
    expect(await server.call(renameGenre, input, editor.headers)).toEqual({ name, count: 1 })
  }
  expect(await genresOf(id)).toEqual(['Sea'])
})

it.each([
  ['an unknown genre', 'Nothing', { name: 'Sea' }, 404, 'NotFound'],
  ['a genre that none can have', '\u0000', { name: 'Sea' }, 404, 'NotFound'],
  ['an unknown genre to itself', 'Nothing', { name: 'Nothing' }, 404, 'NotFound'],
  ['a genre to no name', 'Sea', {}, 400, 'NameRequired'],
  ['a genre to an invisible name', 'Sea', { name: ' \u200B' }, 400, 'NameRequired'],
  ['a genre to a long name', 'Sea', { name: 'x'.repeat(101) }, 400, 'InvalidBody'],
  ['a genre to a dot', 'Sea', { name: '.' }, 400, 'InvalidBody'],
  ['a genre to two dots', 'Sea', { name: ' .. ' }, 400, 'InvalidBody'],
  ['a genre to several lines', 'Sea', { name: 'a\nb' }, 400, 'InvalidBody'],
])('renaming %s is refused', async (_, name, body, status, code) => {
  await makeAudioBook(server, { name: 'One', genres: ['Sea'] })
  const refused = await server.attempt(renameGenre, { params: { name }, body }, editor.headers)
  expect(refused).toMatchObject({ status, codes: [code] })
})

it('a genre of dots, which no address leads to, is removed with others of its records', async () => {
  const id = await makeAudioBook(server, { name: 'One', genres: ['.', '...', '..'] })
  const changes = { removeGenres: ['.', '..'] }
  await server.call(editInBulk, { body: { kind: 'AudioBook', ids: [id], changes } }, editor.headers)
  expect(await genresOf(id)).toEqual(['...'])
})

it('deleting an unknown genre is refused', async () => {
  const refused = await server.attempt(deleteGenre, { params: { name: 'Nothing' } }, editor.headers)
  expect(refused).toMatchObject({ status: 404, codes: ['NotFound'] })
})

it('a genre of a form that none can have is refused like any unknown one', async () => {
  const { status, codes } = await server.attempt(deleteGenre, { params: { name: '\u0000' } }, editor.headers)
  expect([status, codes]).toEqual([404, ['NotFound']])
})
