import { hash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { listUploads } from '@earmark/contract/uploads.ts'
import { expect, it } from 'vitest'
import { keepHouse } from '../../operations/housekeeping.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, signInAs } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { beginTus, namedFile, sendTus, tus } from '../../testing/tus.ts'
import { keepBatch, listBatchFiles, openUploadFile, receiveUpload, removeBatch } from './batches.ts'

const server = await forAllTests(
  startTestServer({ environment: { MAX_AUDIO_BYTES: '5000000', MAX_INCOMING_BYTES: '100000' } }),
)
const address = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api`
const { connection } = server.deps.db
const bytes = randomBytes(1000)
const hourMs = 3_600_000

async function makeEditor() {
  const { account, headers } = await makePerson(server, 'Editor')
  return { account, userId: account.id, headers, target: { address, headers } }
}

type Editor = Awaited<ReturnType<typeof makeEditor>>

async function upload(editor: Editor, batch: string, relativePath: string, count = bytes.length) {
  server.time.now += 1
  const path = await beginTus(editor.target, bytes.length, namedFile(relativePath, batch))
  await sendTus(editor.target, path, 0, bytes.subarray(0, count))
  return path.split('/').at(-1) as string
}

/** Access tokens do not live as long as uploads. */
async function signedInAgain<T>(editor: Editor, work: (target: Editor['target']) => Promise<T>): Promise<T> {
  const { headers } = await signInAs(server, editor.account)
  return await work({ address, headers })
}

const filesThere = () => readdir(dirname(server.deps.storage.resumable.pathOf('x')))

it('A batch has its files by their paths, whether or not they are complete', async () => {
  const editor = await makeEditor()
  const batch = randomUUID()
  const whole = await upload(editor, batch, 'B/2.mp3')
  await upload(editor, batch, 'B/2.mp3', 5)
  await upload(editor, batch.toUpperCase(), 'B/1.mp3', 5)
  const newer = await upload(editor, batch, 'B/1.mp3', 6)
  await upload(editor, randomUUID(), 'B/3.mp3')
  const files = await listBatchFiles(server.deps, editor.userId, batch)
  expect(files).toMatchObject([
    { id: newer, relativePath: 'B/1.mp3', fileName: '1.mp3', isComplete: false, sizeBytes: 1000 },
    { id: whole, relativePath: 'B/2.mp3', isComplete: true, userId: editor.userId },
  ])
  await removeBatch(server.deps, editor.userId, batch)
  expect(await listBatchFiles(server.deps, null, batch)).toEqual([])
})

it('A batch is of the account that began it', async () => {
  const [one, other] = [await makeEditor(), await makeEditor()]
  const batch = randomUUID()
  await upload(one, batch, 'a.mp3')
  server.time.now += 1
  await upload(other, batch, 'b.mp3')
  const paths = async (userId: string | null) =>
    (await listBatchFiles(server.deps, userId, batch)).map(({ relativePath }) => relativePath)
  expect(await paths(null)).toEqual(['a.mp3'])
  expect(await paths(one.userId)).toEqual(['a.mp3'])
  await removeBatch(server.deps, one.userId, batch)
  expect(await paths(other.userId)).toEqual(['b.mp3'])
})

it('The bytes of a complete upload become a stored file, and stay until their batch is removed', async () => {
  const editor = await makeEditor()
  const batch = randomUUID()
  const id = await upload(editor, batch, 'a.mp3')
  const file = { id, sizeBytes: bytes.length }
  expect((await readFile(await openUploadFile(server.deps, file))).equals(bytes)).toBe(true)
  const sha256 = hash('sha256', bytes)
  for (const round of [1, 2]) {
    await using received = await receiveUpload(server.deps, file)
    expect([round, received.sha256, received.sizeBytes]).toEqual([round, sha256, bytes.length])
    await received.keep('audio/mpeg')
  }
  await removeBatch(server.deps, editor.userId, batch)
  expect(await filesThere()).not.toContain(id)
  const stored = await Array.fromAsync(server.deps.storage.read(sha256, 0, 999), (chunk) =>
    Buffer.from(chunk),
  )
  expect(Buffer.concat(stored).equals(bytes)).toBe(true)
})

it('Bytes that are not on this node are no file', async () => {
  const editor = await makeEditor()
  const id = await upload(editor, randomUUID(), 'a.mp3')
  await server.deps.storage.resumable.remove(id)
  await expect(openUploadFile(server.deps, { id, sizeBytes: 1000 })).rejects.toMatchObject({
    code: 'ServiceUnavailable',
  })
})

it('An upload expires 48 hours after its last byte, and its bytes go', async () => {
  const editor = await makeEditor()
  const batch = randomUUID()
  const id = await upload(editor, batch, 'a.mp3', 5)
  server.time.now += 47 * hourMs
  expect(
    (await signedInAgain(editor, (own) => sendTus(own, `/uploads/${id}`, 5, bytes.subarray(5, 9)))).status,
  ).toBe(204)
  server.time.now += 47 * hourMs
  await keepHouse(server.deps)
  expect(await filesThere()).toContain(id)
  server.time.now += hourMs
  const answers = await signedInAgain(editor, async (own) => [
    await sendTus(own, `/uploads/${id}`, 9, bytes.subarray(9, 10)),
    await tus(own, 'DELETE', `/uploads/${id}`),
  ])
  expect(answers).toMatchObject([
    { status: 410, codes: ['UploadExpired'] },
    { status: 410, codes: ['UploadExpired'] },
  ])
  await keepHouse(server.deps)
  expect(await filesThere()).not.toContain(id)
  expect((await signedInAgain(editor, (own) => tus(own, 'HEAD', `/uploads/${id}`))).status).toBe(410)
  server.time.now += 48 * hourMs
  await keepHouse(server.deps)
  expect((await signedInAgain(editor, (own) => tus(own, 'HEAD', `/uploads/${id}`))).status).toBe(404)
})

it('A batch that is kept lives on', async () => {
  const editor = await makeEditor()
  const batch = randomUUID()
  const id = await upload(editor, batch, 'a.mp3', 5)
  server.time.now += 40 * hourMs
  await keepBatch(server.deps, editor.userId, batch)
  server.time.now += 40 * hourMs
  await keepHouse(server.deps)
  expect(await filesThere()).toContain(id)
})

it('A batch is not complete when some of it has expired', async () => {
  const editor = await makeEditor()
  const batch = randomUUID()
  await upload(editor, batch, 'a.mp3')
  server.time.now += 50 * hourMs
  await signedInAgain(
    editor,
    async ({ headers }) => await upload({ ...editor, target: { address, headers } }, batch, 'b.mp3'),
  )
  const files = await listBatchFiles(server.deps, editor.userId, batch)
  expect(files.map(({ relativePath, isComplete }) => [relativePath, isComplete])).toEqual([
    ['a.mp3', false],
    ['b.mp3', true],
  ])
})

it('With an account its uploads go', async () => {
  const editor = await makeEditor()
  const id = await upload(editor, randomUUID(), 'a.mp3')
  await connection.deleteFrom('users').where('id', '=', editor.userId).execute()
  await keepHouse(server.deps)
  expect(await filesThere()).not.toContain(id)
})

it('There is room for so many bytes of all accounts together', async () => {
  server.time.now += 100 * hourMs
  const [one, other] = [await makeEditor(), await makeEditor()]
  const first = await beginTus(one.target, 60_000)
  const more = { 'upload-length': '40001', 'upload-metadata': namedFile() }
  expect(await tus(other.target, 'POST', '/uploads', more)).toMatchObject({
    status: 507,
    codes: ['InsufficientStorage'],
  })
  await tus(one.target, 'DELETE', first)
  expect((await tus(other.target, 'POST', '/uploads', more)).status).toBe(201)
})

it('An account has 64 open uploads, also where they are begun at once', async () => {
  server.time.now += 100 * hourMs
  const editor = await makeEditor()
  const given = { 'upload-length': '1', 'upload-metadata': namedFile() }
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => tus(editor.target, 'POST', '/uploads', given)),
  )
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.map(({ codes }) => codes)).toEqual(Array.from({ length: 6 }, () => ['TooManyUploads']))
  const path = answers.find(({ status }) => status === 201)?.headers.location?.replace('/api', '') as string
  await sendTus(editor.target, path, 0, bytes.subarray(0, 1))
  expect((await tus(editor.target, 'POST', '/uploads', given)).status).toBe(201)
  expect(await server.call(listUploads, {}, editor.headers)).toHaveLength(65)
})
