import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { logout } from '@earmark/contract/auth.ts'
import { bytesType } from '@earmark/contract/endpoint.ts'
import { listUploads } from '@earmark/contract/uploads.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, signInAs } from '../../testing/people.ts'
import { startTestServer, type Headers } from '../../testing/server.ts'
import { beginTus, namedFile, sendTus, tus, tusMetadata, tusOffset } from '../../testing/tus.ts'

const server = await forAllTests(
  startTestServer({ environment: { MAX_AUDIO_BYTES: '5000000', MAX_INCOMING_BYTES: '200000000' } }),
)
const address = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api`
const { headers } = await makePerson(server, 'Editor')
const target = { address, headers }
const bytes = randomBytes(3_000_000)

const receivedFile = (path: string) =>
  readFile(server.deps.storage.resumable.pathOf(path.split('/').at(-1) as string))

it('A file arrives in one request after its creation', async () => {
  const path = await beginTus(target, bytes.length)
  const sent = await sendTus(target, path, 0, bytes)
  expect(sent).toMatchObject({
    status: 204,
    headers: {
      'upload-offset': String(bytes.length),
      'tus-resumable': '1.0.0',
      'upload-expires': 'Sat, 03 Jan 2026 00:00:00 GMT',
    },
  })
  expect((await receivedFile(path)).equals(bytes)).toBe(true)
})

it('A file arrives in pieces, and its first with its creation', async () => {
  const batch = randomUUID()
  const created = await tus(
    target,
    'POST',
    '/uploads',
    {
      'content-type': bytesType,
      'upload-length': String(bytes.length),
      'upload-metadata': namedFile('Ü/01.mp3', batch),
    },
    bytes.subarray(0, 1000),
  )
  expect(created).toMatchObject({ status: 201, headers: { 'upload-offset': '1000' } })
  const path = (created.headers.location as string).replace('/api', '')
  expect(await tusOffset(target, path)).toBe(1000)
  expect((await sendTus(target, path, 1000, bytes.subarray(1000, 500_000))).status).toBe(204)
  const listed = await server.call(listUploads, {}, headers)
  expect(listed.find(({ batch: own }) => own === batch)).toEqual({
    id: path.split('/').at(-1),
    fileName: '01.mp3',
    relativePath: 'Ü/01.mp3',
    batch,
    sizeBytes: bytes.length,
    receivedBytes: 500_000,
    expiresAt: '2026-01-03T00:00:00.000Z',
  })
  expect((await sendTus(target, path, 500_000, bytes.subarray(500_000))).status).toBe(204)
  expect((await receivedFile(path)).equals(bytes)).toBe(true)
})

it.each([
  namedFile('a/b.mp3'),
  tusMetadata({ batch: randomUUID().toUpperCase(), type: 'audio/mpeg', relativePath: 'a/b.mp3' }),
  'fileName YQ== , is_final,empty',
])('An upload tells its length and its metadata as they came: %s', async (metadata) => {
  const path = await beginTus(target, 7, metadata)
  const { status, headers: told } = await tus(target, 'HEAD', path)
  expect([status, told['upload-offset'], told['upload-length']]).toEqual([200, '0', '7'])
  expect([told['upload-metadata'], told['cache-control']]).toEqual([metadata, 'no-store'])
})

it('Everybody may ask what the server can', async () => {
  const answer = await fetch(`${address}/uploads`, { method: 'OPTIONS' })
  expect(answer.status).toBe(204)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
    'tus-max-size': '5000000',
  })
})

describe('A creation is refused', () => {
  const fine = { 'upload-length': '10', 'upload-metadata': namedFile() }
  const path = (relativePath: string) => ({ 'upload-metadata': tusMetadata({ fileName: 'a', relativePath }) })
  const rows: [string, Headers, number, string][] = [
    ['without a version', { 'tus-resumable': '' }, 412, 'PreconditionFailed'],
    ['of another version', { 'tus-resumable': '0.2.2' }, 412, 'PreconditionFailed'],
    ['without a length', { 'upload-length': '' }, 400, 'InvalidBody'],
    ['of a length to come', { 'upload-length': '', 'upload-defer-length': '1' }, 400, 'InvalidBody'],
    ['of a length told twice', { 'upload-length': '10, 10' }, 400, 'InvalidBody'],
    ['made of other uploads', { 'upload-length': '', 'upload-concat': 'final;/a /b' }, 400, 'InvalidBody'],
    ['of a negative length', { 'upload-length': '-1' }, 400, 'InvalidBody'],
    ['of half a byte', { 'upload-length': '1.5' }, 400, 'InvalidBody'],
    ['of a length in words', { 'upload-length': 'ten' }, 400, 'InvalidBody'],
    ['of a length beyond numbers', { 'upload-length': '9'.repeat(16) }, 413, 'FileTooLarge'],
    ['of a length beyond all numbers', { 'upload-length': '9'.repeat(400) }, 413, 'FileTooLarge'],
    ['larger than a file may be', { 'upload-length': '5000001' }, 413, 'FileTooLarge'],
    ['with metadata that are no base64', { 'upload-metadata': 'fileName ***' }, 400, 'InvalidBody'],
    ['with a name twice', { 'upload-metadata': 'fileName YQ==,fileName YQ==' }, 400, 'InvalidBody'],
    ['with a name that is no UTF-8', { 'upload-metadata': 'fileName /w==' }, 400, 'InvalidBody'],
    ['with a batch that is no UUID', { 'upload-metadata': 'fileName YQ==,batch YQ==' }, 400, 'InvalidBody'],
    ['without any name', { 'upload-metadata': '' }, 400, 'PathInvalid'],
    ['with a path upwards', path('../a'), 400, 'PathInvalid'],
    ['with a path upwards in between', path('a/../../b'), 400, 'PathInvalid'],
    ['with a path of a dot', path('a/./b'), 400, 'PathInvalid'],
    ['with an absolute path', path('/etc/passwd'), 400, 'PathInvalid'],
    ['with a path of a drive', path('C:/a'), 400, 'PathInvalid'],
    ['with a path of a drive without a slash', path('c:a'), 400, 'PathInvalid'],
    ['with a path of backslashes', path('..\\a'), 400, 'PathInvalid'],
    ['with a path of a share', path('\\\\server\\a'), 400, 'PathInvalid'],
    ['with a path that has a NUL', path('a\0b'), 400, 'PathInvalid'],
    ['with a path that has an empty part', path('a//b'), 400, 'PathInvalid'],
    ['with a path that ends in a slash', path('a/'), 400, 'PathInvalid'],
    ['with a path of 1 025 bytes', path(`ü/${'a'.repeat(1022)}`), 400, 'PathInvalid'],
    ['with a path of 13 levels', path(`${'a/'.repeat(13)}b`), 400, 'PathInvalid'],
    ['with a path for a name', { 'upload-metadata': tusMetadata({ fileName: '../a' }) }, 400, 'PathInvalid'],
  ]
  it.each(rows)('%s', async (_what, given, status, code) => {
    const answer = await tus(target, 'POST', '/uploads', { ...fine, ...given })
    expect(answer).toMatchObject({ status, codes: [code], headers: { 'tus-resumable': '1.0.0' } })
  })

  it('of another type of content', async () => {
    const given = { ...fine, 'content-type': 'application/json' }
    expect(await tus(target, 'POST', '/uploads', given, Buffer.from('{}'))).toMatchObject({ status: 415 })
  })

  it('with more bytes than its length', async () => {
    const before = await server.call(listUploads, {}, headers)
    const given = { ...fine, 'content-type': bytesType }
    const answer = await tus(target, 'POST', '/uploads', given, bytes.subarray(0, 11))
    expect(answer).toMatchObject({ status: 413, codes: ['FileTooLarge'] })
    expect(await server.call(listUploads, {}, headers)).toEqual(before)
  })
})

it.each([`${'a/'.repeat(12)}b`, `ü/${'a'.repeat(1021)}`, 'a..b/..c/d..', 'a\nb', '…'])(
  'A path may be %j',
  async (relativePath) => {
    const path = await beginTus(target, 1, namedFile(relativePath))
    expect((await tus(target, 'DELETE', path)).status).toBe(204)
  },
)

describe('Bytes are refused', () => {
  const rows: [string, Headers, number, string][] = [
    ['without a version', { 'tus-resumable': '' }, 412, 'PreconditionFailed'],
    [
      'of another type of content',
      { 'content-type': 'application/octet-stream' },
      415,
      'UnsupportedMediaType',
    ],
    ['that say they are JSON', { 'content-type': 'application/json' }, 415, 'UnsupportedMediaType'],
    ['without an offset', { 'upload-offset': '' }, 400, 'InvalidBody'],
    ['of a negative offset', { 'upload-offset': '-1' }, 400, 'InvalidBody'],
    ['that begin too late', { 'upload-offset': '6' }, 409, 'UploadOffsetMismatch'],
    ['that begin too early', { 'upload-offset': '4' }, 409, 'UploadOffsetMismatch'],
  ]
  it.each(rows)('%s', async (_what, given, status, code) => {
    const path = await beginTus(target, 10)
    await sendTus(target, path, 0, bytes.subarray(0, 5))
    const answer = await sendTus(target, path, 5, bytes.subarray(5, 10), given)
    expect(answer).toMatchObject({ status, codes: [code], headers: { 'tus-resumable': '1.0.0' } })
    expect(await tusOffset(target, path)).toBe(5)
    expect((await tus(target, 'DELETE', path)).status).toBe(204)
  })

  it('beyond the length, whether or not they say how many they are', async () => {
    const path = await beginTus(target, 10)
    expect(await sendTus(target, path, 0, bytes.subarray(0, 11))).toMatchObject({
      status: 413,
      codes: ['FileTooLarge'],
    })
    const stream = new Blob([bytes.subarray(0, 100_000)]).stream()
    const told = { 'content-type': bytesType, 'upload-offset': '0' }
    expect(await tus(target, 'PATCH', path, told, stream)).toMatchObject({ status: 413 })
    expect(await tusOffset(target, path)).toBe(0)
    expect((await sendTus(target, path, 0, bytes.subarray(0, 10))).status).toBe(204)
    expect((await receivedFile(path)).equals(bytes.subarray(0, 10))).toBe(true)
  })

  it('that have no type even where there are none', async () => {
    const path = await beginTus(target, 10)
    expect(await tus(target, 'PATCH', path, { 'upload-offset': '0' })).toMatchObject({ status: 415 })
  })
})

it('An upload is nobody else’s', async () => {
  const path = await beginTus(target, 10)
  const other = { address, headers: (await makePerson(server, 'Editor')).headers }
  expect((await tus(other, 'HEAD', path)).status).toBe(404)
  expect(await sendTus(other, path, 0, bytes.subarray(0, 10))).toMatchObject({ codes: ['NotFound'] })
  expect(await tus(other, 'DELETE', path)).toMatchObject({ status: 404, codes: ['NotFound'] })
  expect(await server.call(listUploads, {}, other.headers)).toEqual([])
  const visitor = { address, headers: (await makePerson(server)).headers }
  expect(await tus(visitor, 'POST', '/uploads')).toMatchObject({ status: 403, codes: ['Forbidden'] })
  expect(await tus({ address, headers: {} }, 'HEAD', path)).toMatchObject({ status: 401 })
})

it('An upload is nobody’s without a session, and goes on with the next one', async () => {
  const person = await makePerson(server, 'Editor')
  const own = { address, headers: person.headers }
  const path = await beginTus(own, 10)
  await sendTus(own, path, 0, bytes.subarray(0, 5))
  await server.call(logout, { body: {} }, person.headers)
  expect((await tus(own, 'HEAD', path)).status).toBe(401)
  expect(await sendTus(own, path, 5, bytes.subarray(5, 10))).toMatchObject({ codes: ['Unauthorized'] })
  expect(await tus(own, 'DELETE', path)).toMatchObject({ codes: ['Unauthorized'] })
  const again = { address, headers: (await signInAs(server, person.account)).headers }
  expect(await tusOffset(again, path)).toBe(5)
  expect((await sendTus(again, path, 5, bytes.subarray(5, 10))).status).toBe(204)
})

it('Of metadata of 20 kB nothing is kept', async () => {
  const given = { 'upload-length': '1', 'upload-metadata': namedFile('a'.repeat(15_000)) }
  const before = await server.call(listUploads, {}, headers)
  expect(await tus(target, 'POST', '/uploads', given)).toMatchObject({ codes: ['HeadersTooLarge'] })
  expect(await server.call(listUploads, {}, headers)).toEqual(before)
})

it('An upload that was ended is gone with its bytes', async () => {
  const path = await beginTus(target, 10)
  await sendTus(target, path, 0, bytes.subarray(0, 5))
  expect((await tus(target, 'DELETE', path)).status).toBe(204)
  expect((await tus(target, 'HEAD', path)).status).toBe(404)
  expect(await sendTus(target, path, 5, bytes.subarray(5, 10))).toMatchObject({ codes: ['NotFound'] })
  await expect(receivedFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

it('A POST to an upload is what X-HTTP-Method-Override says, with the same guards', async () => {
  const path = await beginTus(target, 10)
  const post = (method: string, given: Headers = {}, body?: Uint8Array<ArrayBuffer>, of = path) =>
    tus(target, 'POST', of, { 'x-http-method-override': method, ...given }, body)
  const told = { 'content-type': bytesType, 'upload-offset': '0' }
  const ofNobody = await post('PATCH', { ...told, authorization: '' }, bytes.subarray(0, 5))
  expect(ofNobody).toMatchObject({ status: 401 })
  const forged = { ...told, cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'another' }
  expect(await post('PATCH', forged, bytes.subarray(0, 5))).toMatchObject({ codes: ['InvalidXsrfToken'] })
  expect(await post('PATCH', told, bytes.subarray(0, 5))).toMatchObject({ status: 204 })
  expect(await post('HEAD')).toMatchObject({ status: 200, headers: { 'upload-offset': '5' } })
  expect(await post('PUT')).toMatchObject({ status: 405 })
  expect(await post('DELETE', {}, undefined, '/libraries/me')).toMatchObject({ status: 400 })
  expect(await post('DELETE')).toMatchObject({ status: 204 })
  expect(await post('HEAD')).toMatchObject({ status: 404, codes: ['NotFound'] })
})

it('An upload of nothing is complete at once', async () => {
  const path = await beginTus(target, 0)
  expect(await tusOffset(target, path)).toBe(0)
  expect((await sendTus(target, path, 0, bytes.subarray(0, 0))).status).toBe(204)
})
