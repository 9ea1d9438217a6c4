import { listAudioBooks } from '@earmark/contract/audio-books.ts'
import * as contract from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { waveFile } from '../../../testing/wave-file.ts'
import { importJobKind } from '../import-job.ts'

const folder = await forAllTests(makeLibraryFolder())
const server = await forAllTests(
  startTestServer({ environment: { IMPORT_FOLDERS: `books=${folder.path}`, LOG_LEVEL: 'warn' } }),
)
const { headers } = await makePerson(server, 'Editor')

const runJobs = () => server.deps.jobs.runDue(importJobKind('books'))

it('a folder is looked through, reviewed and brought in', async () => {
  await folder.put('Mara Quill/The Salt Road/book.wav')
  await folder.put('Tom Arden/Tidewater/Vol 1 - 1994 - Low Water {Nell Ives}/Track 1.wav')
  await folder.put('Tom Arden/Tidewater/Vol 1 - 1994 - Low Water {Nell Ives}/Track 2.wav')
  const { id } = await server.call(contract.startImport, { body: { folderName: 'books' } }, headers)
  await runJobs()
  const looked = await server.call(contract.getImport, { params: { id } }, headers)
  expect(looked).toMatchObject({
    state: 'Review',
    progress: { files: 3, filesLooked: 3, filesUnchanged: 0, books: 2 },
    counts: { new: 2, refused: 0 },
  })
  const page = await server.call(
    contract.pageImportBooks,
    { params: { id }, querystring: pagedQuery<'title'>({ sortBy: 'title' }) },
    headers,
  )
  expect(page.items).toMatchObject([
    {
      kind: 'New',
      decision: 'Open',
      path: 'Tom Arden/Tidewater/Vol 1 - 1994 - Low Water {Nell Ives}',
      fields: {
        title: { value: 'Low Water', source: 'Folder' },
        authors: { value: ['Tom Arden'] },
        narrators: { value: ['Nell Ives'] },
        sequence: { value: '1' },
        publishedYear: { value: 1994 },
      },
      files: [{ place: 1 }, { place: 2 }],
    },
    { fields: { title: { value: 'The Salt Road' } } },
  ])
  const [, road] = page.items
  const application = { bookIds: [road?.id ?? 0], publish: true }
  await server.call(contract.applyImport, { params: { id }, body: application }, headers)
  await runJobs()
  expect(await server.call(contract.getImport, { params: { id } }, headers)).toMatchObject({
    state: 'Review',
    progress: { applied: 1 },
    failure: null,
  })
})

it('a folder that waits for its review is not looked through again, nor what is below it', async () => {
  const again = await server.attempt(
    contract.startImport,
    { body: { folderName: 'books', path: 'Mara Quill' } },
    headers,
  )
  expect(again).toMatchObject({ status: 409, codes: ['ImportRunning'], errors: [{ current: { id: 1 } }] })
})

it.each([
  [{ folderName: 'other' }, 404, 'UnknownFolder'],
  [{ folderName: 'books', path: '../etc' }, 400, 'PathInvalid'],
  [{ folderName: 'books', path: '/etc' }, 400, 'PathInvalid'],
  [{ folderName: 'books', path: 'C:\\books' }, 400, 'PathInvalid'],
  [{ folderName: 'books', path: 'a\0b' }, 400, 'PathInvalid'],
  [{ folderName: 'books', path: 'nowhere' }, 400, 'PathInvalid'],
  [{}, 400, 'InvalidBody'],
])('%j is refused', async (body, status, code) => {
  expect(await server.attempt(contract.startImport, { body }, headers)).toMatchObject({
    status,
    codes: [code],
  })
})

it('what an editor sets in the review is a hand’s, unless somebody else has changed the book', async () => {
  const params = { id: 1 }
  const querystring = pagedQuery<'title'>({ sortBy: 'title', search: 'low water' })
  const [book] = (await server.call(contract.pageImportBooks, { params, querystring }, headers)).items
  const { id: bookId = 0, version = 0 } = book ?? {}
  const body = {
    decision: 'Take',
    fields: { title: 'High Water', authors: ['Ada', 'Bo'] },
    baseVersion: version,
  } as const
  const changed = await server.call(contract.changeImportBook, { params: { id: 1, bookId }, body }, headers)
  expect(changed).toMatchObject({
    decision: 'Take',
    fields: {
      title: { value: 'High Water', source: 'Hand', others: [{ source: 'Folder', value: 'Low Water' }] },
      authors: { value: ['Ada', 'Bo'], source: 'Hand' },
    },
  })
  const stale = await server.attempt(contract.changeImportBook, { params: { id: 1, bookId }, body }, headers)
  expect(stale).toMatchObject({ status: 409, codes: ['StaleRecord'], errors: [{ current: { id: bookId } }] })
})

it.each([{ language: 'no language!' }, { publishedYear: 123_456 }])(
  '%j is refused in the review',
  async (fields) => {
    const querystring = pagedQuery<'title'>({ sortBy: 'title', search: 'high water' })
    const [book] = (await server.call(contract.pageImportBooks, { params: { id: 1 }, querystring }, headers))
      .items
    const { id: bookId = 0, version = 0 } = book ?? {}
    const body = { fields, baseVersion: version }
    const refused = await server.attempt(
      contract.changeImportBook,
      { params: { id: 1, bookId }, body },
      headers,
    )
    expect(refused).toMatchObject({ status: 400, codes: ['InvalidBody'] })
    expect(refused.errors[0]).toMatchObject({ field: Object.keys(fields)[0] })
  },
)

it('files beyond the limit of an upload and of foreign kinds are refused, and what is beside them is not', async () => {
  await using other = await makeLibraryFolder()
  await other.put('Ada Brook/Large/book.wav', Buffer.alloc(200_000))
  await other.put('Ada Brook/Old/1.wma')
  await other.put('Ada Brook/Small/book.wav')
  await other.put('Ada Brook/Small/more.aiff')
  await using small = await startTestServer({
    environment: { IMPORT_FOLDERS: `books=${other.path}?copy`, MAX_AUDIO_BYTES: '150000' },
  })
  const editor = await makePerson(small, 'Editor')
  const { id } = await small.call(contract.startImport, { body: { folderName: 'books' } }, editor.headers)
  await small.deps.jobs.runDue(importJobKind('books'))
  const { items } = await small.call(
    contract.pageImportBooks,
    { params: { id }, querystring: pagedQuery<'title'>({ sortBy: 'title' }) },
    editor.headers,
  )
  expect(items.map(({ kind, path }) => [kind, path])).toEqual([
    ['Refused', 'Ada Brook/Large'],
    ['Refused', 'Ada Brook/Old'],
    ['New', 'Ada Brook/Small'],
  ])
  expect(items.map(({ files }) => files.map(({ place, refusal }) => refusal ?? place))).toEqual([
    ['FileTooLarge'],
    ['UnsupportedMedia'],
    [1, 'UnsupportedMedia'],
  ])
})

it('a book stays that grows beyond the limit of an upload, also where it is moved', async () => {
  await using other = await makeLibraryFolder()
  await other.put('Ada Brook/Moss/book.wav')
  await using small = await startTestServer({
    environment: { IMPORT_FOLDERS: `books=${other.path}`, MAX_AUDIO_BYTES: '10000' },
  })
  const { headers: asEditor } = await makePerson(small, 'Editor')
  const look = async () => {
    const { id } = await small.call(contract.startImport, { body: { folderName: 'books' } }, asEditor)
    await small.deps.jobs.runDue(importJobKind('books'))
    const querystring = pagedQuery<'title'>({ sortBy: 'title' })
    const { items } = await small.call(contract.pageImportBooks, { params: { id }, querystring }, asEditor)
    await small.call(contract.applyImport, { params: { id }, body: { all: true, publish: true } }, asEditor)
    await small.deps.jobs.runDue(importJobKind('books'))
    return items.map(({ kind, path }) => `${kind} ${path}`)
  }
  expect(await look()).toEqual(['New Ada Brook/Moss'])
  const grown = waveFile(20_000, 'Moss')
  await other.put('Ada Brook/Moss/book.wav', grown)
  expect(await look()).toEqual(['Changed Ada Brook/Moss'])
  await other.remove('Ada Brook/Moss')
  await other.put('Ada Brook/Fern/book.wav', grown)
  expect(await look()).toEqual(['Moved Ada Brook/Fern'])
})

it('books that an editor has joined keep title and author, and nothing is asked of them again', async () => {
  await using other = await makeLibraryFolder()
  for (const name of ['Ash (Part 1)/01', 'Ash (Part 1)/02', 'Ash (Part 2)/01', 'Brine/01'])
    await other.put(`Mara Quill/${name}.wav`)
  await using joining = await startTestServer({ environment: { IMPORT_FOLDERS: `books=${other.path}` } })
  const { headers: asEditor } = await makePerson(joining, 'Editor')
  const look = async () => {
    const { id } = await joining.call(contract.startImport, { body: { folderName: 'books' } }, asEditor)
    joining.time.now += 11_000
    await joining.deps.jobs.runDue(importJobKind('books'))
    const querystring = pagedQuery<'path'>({ sortBy: 'path' })
    const { items } = await joining.call(contract.pageImportBooks, { params: { id }, querystring }, asEditor)
    return { params: { id }, items }
  }
  const { params, items } = await look()
  const bookIds = items.slice(0, 2).map(({ id }) => id)
  const ash = await joining.call(contract.mergeImportBooks, { params, body: { bookIds } }, asEditor)
  expect(ash).toMatchObject({
    path: 'Mara Quill/Ash (Part 1)',
    fields: { title: { value: 'Ash' }, authors: { value: ['Mara Quill'] }, series: { value: null } },
    files: [{ place: 1 }, { place: 2 }, { place: 3 }],
  })
  await joining.call(contract.applyImport, { params, body: { all: true } }, asEditor)
  await joining.deps.jobs.runDue(importJobKind('books'))
  expect((await look()).items).toEqual([])
  await other.touch('Mara Quill/Ash (Part 2)/01.wav', 1_000_000_000)
  expect((await look()).items).toEqual([])
})

it.each([
  ['under the same path', 'Haruki Murakami/1Q84', ['old', 'new'], ''],
  ['under another path', 'Murakami/1Q84', ['old', 'new'], 'Moved Murakami/1Q84'],
  ['looked at after it has come', 'Haruki Murakami/1Q84', ['new', 'old', 'new'], ''],
])('a book that is moved to another folder stays the same one: %s', async (_, path, looks, last) => {
  await using old = await makeLibraryFolder()
  await using another = await makeLibraryFolder()
  const IMPORT_FOLDERS = `old=${old.path},new=${another.path}`
  await using moved = await startTestServer({ environment: { IMPORT_FOLDERS } })
  const { headers: asEditor } = await makePerson(moved, 'Editor')
  const look = async (folderName: string) => {
    const { id } = await moved.call(contract.startImport, { body: { folderName } }, asEditor)
    moved.time.now += 11_000
    await moved.deps.jobs.runDue(importJobKind(folderName))
    const querystring = pagedQuery<'title'>({ sortBy: 'title' })
    const { items } = await moved.call(contract.pageImportBooks, { params: { id }, querystring }, asEditor)
    const body = { all: true, publish: true }
    if (items.length > 0) await moved.call(contract.applyImport, { params: { id }, body }, asEditor)
    await moved.deps.jobs.runDue(importJobKind(folderName))
    return items.map((book) => `${book.kind} ${book.path}`).join()
  }
  for (const folderPath of ['Haruki Murakami/1Q84', 'Mara Quill/Ash', 'Mara Quill/Brine'])
    for (const file of ['1.wav', '2.wav']) await old.put(`${folderPath}/${file}`)
  await another.put('Tom Arden/Low/1.wav')
  await look('old')
  await look('new')
  const before = await moved.call(listAudioBooks, {})
  for (const file of ['1.wav', '2.wav'])
    await another.put(`${path}/${file}`, await readFile(join(old.path, 'Haruki Murakami/1Q84', file)))
  await old.remove('Haruki Murakami/1Q84')
  const found = []
  for (const folderName of looks) found.push(await look(folderName))
  expect(found.at(-1)).toBe(last)
  const ids = (books: readonly { id: number; isAvailable: boolean }[]) =>
    books.map(({ id, isAvailable }) => [id, isAvailable])
  expect(ids(await moved.call(listAudioBooks, {}))).toEqual(ids(before))
  expect([await look('old'), await look('new')]).toEqual(['', ''])
})

it('a book is split, and its parts are one again', async () => {
  const params = { id: 1 }
  const querystring = pagedQuery<'title'>({ sortBy: 'title', search: 'high water' })
  const [book] = (await server.call(contract.pageImportBooks, { params, querystring }, headers)).items
  const paths = (book?.files ?? []).map(({ path }) => [path])
  const parts = await server.call(
    contract.splitImportBook,
    { params, body: { bookId: book?.id ?? 0, paths } },
    headers,
  )
  expect(parts.map(({ files }) => files.map(({ path }) => path))).toEqual(paths)
  const bookIds = parts.map(({ id }) => id).toReversed()
  const merged = await server.call(contract.mergeImportBooks, { params, body: { bookIds } }, headers)
  expect(merged.files.map(({ path }) => path)).toEqual(paths.toReversed().flat())
})

it('the order that an editor has given a book’s files holds at the next look', async () => {
  const [book] = await lookAgain(1)
  const fileOrder = (book?.files ?? []).map(({ path }) => path).toReversed()
  const { id = 0, version: baseVersion = 0 } = book ?? {}
  await server.call(
    contract.changeImportBook,
    { params: { id: 2, bookId: id }, body: { fileOrder, baseVersion } },
    headers,
  )
  const [again] = await lookAgain(2)
  expect(again?.files.map(({ path }) => path)).toEqual(fileOrder)
})

it('where an editor has said the chapters come from holds once the book is applied', async () => {
  await using other = await makeLibraryFolder()
  for (const name of ['1.wav', '2.wav', '3.wav']) await other.put(`Ada Brook/Moss/${name}`)
  await other.put('Ada Brook/Moss/chapters.json', '{"chapters":[{"startTime":0,"title":"All"}]}')
  const environment = { IMPORT_FOLDERS: `books=${other.path}` }
  await using chaptered = await startTestServer({ environment })
  const { headers: asEditor } = await makePerson(chaptered, 'Editor')
  const look = async () => {
    const { id } = await chaptered.call(contract.startImport, { body: { folderName: 'books' } }, asEditor)
    await chaptered.deps.jobs.runDue(importJobKind('books'))
    const querystring = pagedQuery<'title'>({ sortBy: 'title' })
    const { items } = await chaptered.call(
      contract.pageImportBooks,
      { params: { id }, querystring },
      asEditor,
    )
    return { id, items, sources: items.map(({ chapters }) => chapters.source) }
  }
  const { id, items, sources } = await look()
  expect(sources).toEqual(['Json'])
  const { id: bookId = 0, version: baseVersion = 0 } = items[0] ?? {}
  const body = { chaptersSource: 'Files', baseVersion } as const
  await chaptered.call(contract.changeImportBook, { params: { id, bookId }, body }, asEditor)
  await chaptered.call(contract.cancelImport, { params: { id } }, asEditor)
  const again = await look()
  expect(again.sources).toEqual(['Files'])
  const params = { id: again.id }
  await chaptered.call(contract.applyImport, { params, body: { all: true, publish: true } }, asEditor)
  await chaptered.deps.jobs.runDue(importJobKind('books'))
  expect((await look()).items).toEqual([])
})

async function lookAgain(last: number) {
  await server.call(contract.cancelImport, { params: { id: last } }, headers)
  const { id } = await server.call(contract.startImport, { body: { folderName: 'books' } }, headers)
  server.time.now += 11_000
  await runJobs()
  const querystring = pagedQuery<'title'>({ sortBy: 'title', search: 'low water' })
  return (await server.call(contract.pageImportBooks, { params: { id }, querystring }, headers)).items
}

it('a cancelled import keeps what was applied; a folder that is away fails the next', async () => {
  const first = await server.call(contract.getImport, { params: { id: 1 } }, headers)
  expect(first).toMatchObject({ state: 'Cancelled', progress: { applied: 1 } })
  const late = await server.attempt(contract.applyImport, { params: { id: 1 }, body: { all: true } }, headers)
  expect(late.codes).toEqual(['ImportNotReady'])
  await server.call(contract.cancelImport, { params: { id: 3 } }, headers)
  await folder.remove('.')
  const { id } = await server.call(contract.startImport, { body: { folderName: 'books' } }, headers)
  server.time.now += 11_000
  await runJobs()
  expect(await server.call(contract.getImport, { params: { id } }, headers)).toMatchObject({
    state: 'Failed',
    failure: { code: 'FolderUnavailable' },
  })
  expect(await server.call(contract.listImportFolders, {}, headers)).toMatchObject([
    { name: 'books', isAvailable: false, booksCount: 1, lastImport: { id, counts: { missing: 0 } } },
  ])
})
