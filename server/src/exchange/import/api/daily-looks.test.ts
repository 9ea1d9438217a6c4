import * as contract from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { expect, it } from 'vitest'
import { anyFailure } from '../../../errors.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { importJobKind } from '../import-job.ts'
import { lookDaily } from './daily-looks.ts'

const folder = await forAllTests(makeLibraryFolder())
const server = await forAllTests(startTestServer({ environment: { IMPORT_FOLDERS: `books=${folder.path}` } }))
const { headers } = await makePerson(server, 'Editor')

async function lookAgain(): Promise<void> {
  await lookDaily(server.deps, anyFailure)
  await server.deps.jobs.runDue(importJobKind('books'))
}

async function newest() {
  const { items } = await server.call(contract.pageImports, { querystring: pagedQuery({}) }, headers)
  return items.map(({ id, state, counts }) => ({ id, state, new: counts.new, refused: counts.refused }))
}

it('a folder is looked through daily, also where its last review has nothing that could be brought in', async () => {
  await folder.put('Ada Brook/Old/1.wma')
  const { id } = await server.call(contract.startImport, { body: { folderName: 'books' } }, headers)
  await server.deps.jobs.runDue(importJobKind('books'))
  await folder.put('Ada Brook/Small/book.wav')
  await lookAgain()
  const [found, before] = await newest()
  expect(before).toEqual({ id, state: 'Done', new: 0, refused: 1 })
  expect(found).toMatchObject({ state: 'Review', new: 1, refused: 1 })

  await lookAgain()
  expect(await newest()).toEqual([found, before])
})
