import * as contract from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
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
