import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageEditedAudioBooks } from '@earmark/contract/edited-records.ts'
import * as contract from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { listUploads } from '@earmark/contract/uploads.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { keepHouse } from '../../../operations/housekeeping.ts'
import { makePerson, signInAs } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { waveFile } from '../../../testing/wave-file.ts'
import { beginTus, namedFile, sendTus } from '../../../testing/tus.ts'
import { importJobKind } from '../import-job.ts'

const server = await forAllTests(startTestServer())
const address = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api`
const { headers } = await makePerson(server, 'Editor')
const fixtures = join(import.meta.dirname, '../../../media/fixtures')
const sounds = await Promise.all(
  ['tone.mp3', 'quiet-start.ogg'].map((name) => readFile(join(fixtures, name))),
)

const runJobs = () => server.deps.jobs.runDue(importJobKind(null))

async function send(
  path: string,
  batch: string,
  bytes: Buffer<ArrayBuffer>,
  count = bytes.length,
): Promise<void> {
  const upload = await beginTus({ address, headers }, bytes.length, namedFile(path, batch))
  await sendTus({ address, headers }, upload, 0, bytes.subarray(0, count))
}

it('files that were uploaded become a book, and are not kept twice', async () => {
  const batch = randomUUID()
  const [mp3, ogg] = sounds as [Buffer<ArrayBuffer>, Buffer<ArrayBuffer>]
  await send('Mara Quill/Ash/1.mp3', batch, mp3)
  await send('Mara Quill/Ash/2.mp3', batch, ogg)
  const { id, folderName } = await server.call(contract.startImport, { body: { batch } }, headers)
  expect(folderName).toBeNull()
  await runJobs()
  const page = await server.call(
    contract.pageImportBooks,
    { params: { id }, querystring: pagedQuery<'id'>() },
    headers,
  )
  expect(page.items).toMatchObject([
    { kind: 'New', path: 'Mara Quill/Ash', files: [{ place: 1 }, { place: 2 }] },
  ])
  await server.call(contract.applyImport, { params: { id }, body: { all: true } }, headers)
  await runJobs()
  expect(await server.call(contract.getImport, { params: { id } }, headers)).toMatchObject({
    state: 'Done',
    progress: { applied: 1 },
  })
  const books = await server.call(pageEditedAudioBooks, { querystring: pagedQuery<'id'>() }, headers)
  expect(books.items).toMatchObject([{ name: 'Ash', tracksCount: 2, status: 'Draft' }])
  expect(await server.call(listUploads, {}, headers)).toEqual([])
  expect(await readdir(join(server.deps.config.dataDir, 'tmp', 'batches'))).toEqual([])
})

it('a batch that is not whole yet is not looked through, nor one of somebody else', async () => {
  const batch = randomUUID()
  await send('a.mp3', batch, sounds[0] as Buffer<ArrayBuffer>, 10)
  const other = (await makePerson(server, 'Editor')).headers
  const start = (own: typeof headers, body: contract.NewImport) =>
    server.attempt(contract.startImport, { body }, own)
  expect(await start(headers, { batch })).toMatchObject({ status: 409, codes: ['UploadIncomplete'] })
  expect(await start(other, { batch })).toMatchObject({ status: 404, codes: ['UnknownBatch'] })
  expect(await start(headers, { batch: randomUUID() })).toMatchObject({ codes: ['UnknownBatch'] })
  expect(await start(headers, { batch: 'a\u0000' })).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  expect(await start(headers, { folderName: `uploads/${batch}` })).toMatchObject({ codes: ['UnknownFolder'] })
})

it('a batch stays for as long as its import waits for its review', async () => {
  const { account, headers: before } = await makePerson(server, 'Editor')
  const batch = randomUUID()
  // Of no other book.
  const bytes = Buffer.from(waveFile(4_000, 'Moss'))
  const upload = await beginTus(
    { address, headers: before },
    bytes.length,
    namedFile('Ida/Moss/1.wav', batch),
  )
  await sendTus({ address, headers: before }, upload, 0, bytes)
  const { id } = await server.call(contract.startImport, { body: { batch } }, before)
  await runJobs()
  for (let day = 0; day < 5; day += 1) {
    server.time.now += 24 * 3_600_000
    await keepHouse(server.deps)
  }
  const after = (await signInAs(server, account)).headers
  await server.call(contract.applyImport, { params: { id }, body: { all: true } }, after)
  await runJobs()
  expect(await server.call(contract.getImport, { params: { id } }, after)).toMatchObject({
    state: 'Done',
    progress: { applied: 1 },
  })
})
