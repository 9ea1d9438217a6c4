import * as contract from '@earmark/contract/imports.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { startNode } from '../../../testing/nodes.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'

const folder = await forAllTests(makeLibraryFolder())
await folder.put('Mara Quill/The Salt Road/book.wav')
const server = await forAllTests(startTestServer({ environment: { IMPORT_FOLDERS: `books=${folder.path}` } }))
/** SQLite has one node. */
const node = server.deps.db.dialect.engine === 'sqlite' ? server : await forAllTests(startNode(server))
const { headers } = await makePerson(server, 'Editor')

it('of looks that two nodes are asked for at once, one runs, and the others name it', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const answers = await Promise.all(
      ['', 'Mara Quill', '', 'Mara Quill/The Salt Road', '', ''].map((path, place) =>
        (place % 2 === 0 ? server : node).app.inject({
          method: 'POST',
          url: '/api/imports',
          headers,
          payload: { folderName: 'books', ...(path && { path }) },
        }),
      ),
    )
    const [begun, ...more] = answers.filter(({ statusCode }) => statusCode === 201)
    expect(more).toEqual([])
    const { id } = begun?.json<contract.Import>() ?? { id: 0 }
    for (const refused of answers.filter((answer) => answer !== begun)) {
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject([{ code: 'ImportRunning', current: { id } }])
    }
    await server.call(contract.cancelImport, { params: { id } }, headers)
  }
})
