import { expect, it } from 'vitest'
import { createMigratedDatabase } from '../../../testing/engines.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringAllIn, folderName, openImporting } from '../../../testing/importing.ts'
import { asksForLease, behindStatements } from '../../../testing/importing-moments.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { listFolderBooks } from '../known-books.queries.ts'
import { putFolder } from '../imports.queries.ts'
import { heldLeaseMs } from '../../../jobs/held-run.ts'

const folder = await forAllTests(makeLibraryFolder())
const names = ['Ash', 'Brine', 'Cinder', 'Dune']
for (const name of names) for (const part of ['1', '2']) await folder.put(`Ada Vell/${name}/${part}.wav`)

const looks = names.length * 2
const books = names.length

it.each([
  ['the first file is looked into', 1],
  ['a later file is looked into', looks - 1],
  ['the first book is brought in', looks + 1],
  ['a later book is brought in', looks + books - 1],
])(
  'a node whose lease ends before %s, while another goes on, brings nothing in twice',
  async (_when, place) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'earmark-lease-'))
    await using database = await createMigratedDatabase(dataDir)
    const settings = {
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url },
      IMPORT_FOLDERS: `${folderName}=${folder.path}`,
    }
    const now = Date.now()
    await using other = await openImporting(settings, { clock: () => now + heldLeaseMs + 1 })
    const states: string[] = []
    const moment = behindStatements(asksForLease, async (number) => {
      if (number === place) states.push((await bringAllIn(other.deps)).state)
    })
    await using slow = await openImporting(settings, { clock: () => now, through: moment.through })
    await bringAllIn(slow.deps)
    expect(states).toEqual(['Done'])
    const { connection } = other.deps.db
    const known = await listFolderBooks(other.deps.db, await putFolder(connection, folderName))
    expect(known.map(({ path }) => path).toSorted()).toEqual(names.map((name) => `Ada Vell/${name}`))
    const made = await connection.selectFrom('audio_books').select('name').orderBy('name').execute()
    expect(made.map(({ name }) => name)).toEqual(names)
    await rm(dataDir, { recursive: true })
  },
)
