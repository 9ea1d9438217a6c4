import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { makePerson } from '../../../testing/people.ts'
import { pictureFile } from '../../../testing/forms.ts'
import { runImport } from '../../../testing/importing.ts'
import { startTestServer } from '../../../testing/server.ts'
import { beginTus, namedFile, sendTus } from '../../../testing/tus.ts'

const folder = await forAllTests(makeLibraryFolder())
const server = await forAllTests(
  startTestServer({ environment: { IMPORT_FOLDERS: `books=${folder.path}`, LOG_LEVEL: 'warn' } }),
)
const { headers } = await makePerson(server, 'Editor')
const fixtures = join(import.meta.dirname, '../../../media/fixtures')

async function listProposals(id: number): Promise<readonly contract.ImportBook[]> {
  expect((await runImport(server, id)).state).toBe('Review')
  const querystring = pagedQuery<'path'>({ sortBy: 'path' })
  return (await server.call(contract.pageImportBooks, { params: { id }, querystring }, headers)).items
}

/** A machine so busy that readers of files get no time says to come again. */
async function get(url = '') {
  for (;;) {
    const answer = await server.app.inject({ url })
    if (answer.statusCode !== 503) return answer
  }
}

it('a proposal shows its picture, drawn anew, to those alone who were told its address', async () => {
  await folder.put('Mara Quill/Beside/book.wav')
  await folder.put('Mara Quill/Beside/cover.png', await (await pictureFile('#a33')).bytes())
  await folder.put('Mara Quill/Broken/book.wav')
  await folder.put('Mara Quill/Broken/cover.jpg', '<svg onload="alert(1)"/>')
  await folder.put('Mara Quill/Within/book.flac', await flacWithPicture())
  await folder.put('Mara Quill/Without/book.wav')
  const { id } = await server.call(contract.startImport, { body: { folderName: 'books' } }, headers)
  const items = await listProposals(id)
  expect(items.map(({ cover }) => cover?.source ?? null)).toEqual(['Folder', 'Folder', 'Tags', null])
  const [beside, broken, within] = await Promise.all(items.slice(0, 3).map(({ cover }) => get(cover?.url)))
  for (const answer of [beside, within]) {
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: {
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': expect.stringMatching(/^private/) as string,
      },
    })
    expect(answer?.rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  }
  expect(broken?.statusCode).toBe(404)
  const [first = '', second = ''] = items.map(({ cover }) => cover?.url ?? '')
  const signature = second.slice(second.lastIndexOf('/') + 1)
  for (const url of [
    `${first}x`,
    first.slice(0, -1),
    first.replace(/[^/]+$/, signature),
    first.replace(/[^/]+$/, ''),
  ])
    expect((await get(url)).statusCode).toBe(404)
  await folder.remove('Mara Quill/Beside/cover.png')
  expect((await get(first)).statusCode).toBe(404)
  await server.call(contract.deleteImport, { params: { id } }, headers)
})

it('files that were uploaded show their picture as well, for as long as they are there', async () => {
  const batch = randomUUID()
  const target = { address: `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api`, headers }
  const picture = Buffer.from(await (await pictureFile('#33a')).arrayBuffer())
  for (const [path, bytes] of [
    ['Mara Quill/Sent/1.flac', await flacWithPicture()],
    ['Mara Quill/Shown/1.mp3', await readFile(join(fixtures, 'tone.mp3'))],
    ['Mara Quill/Shown/cover.png', picture],
  ] as const) {
    const upload = await beginTus(target, bytes.length, namedFile(path, batch))
    await sendTus(target, upload, 0, bytes)
  }
  const { id } = await server.call(contract.startImport, { body: { batch } }, headers)
  const covers = (await listProposals(id)).map(({ cover }) => cover)
  expect(covers).toMatchObject([{ source: 'Tags' }, { source: 'Folder' }])
  for (const cover of covers)
    expect((await get(cover?.url)).headers).toMatchObject({ 'content-type': 'image/webp' })
  await server.call(contract.deleteImport, { params: { id } }, headers)
  for (const cover of covers) expect((await get(cover?.url)).statusCode).toBe(404)
})

it('editors hear each file of a proposal in ranges, and nobody hears what it has become since', async () => {
  await folder.put('Ida Moss/Heard/1.wav')
  await folder.put('Ida Moss/Heard/2.wav')
  const { id } = await server.call(
    contract.startImport,
    { body: { folderName: 'books', path: 'Ida Moss' } },
    headers,
  )
  const [first, second] = (await listProposals(id))[0]?.files.map(({ audioUrl }) => audioUrl ?? '') ?? []
  const bytes = await readFile(join(folder.path, 'Ida Moss/Heard/2.wav'))
  const heard = async (url = '', range?: string) =>
    await server.app.inject({ url, headers: range === undefined ? {} : { range } })
  expect((await heard(second)).rawPayload).toEqual(bytes)
  for (const [range, statusCode, part] of [
    ['bytes=100-199', 206, bytes.subarray(100, 200)],
    ['bytes=-50', 206, bytes.subarray(-50)],
    [`bytes=${bytes.length}-`, 200, bytes],
  ] as const) {
    const answer = await heard(second, range)
    expect(answer).toMatchObject({ statusCode, headers: { 'x-content-type-options': 'nosniff' } })
    expect(answer.rawPayload).toEqual(part)
  }
  expect(await server.app.inject({ method: 'HEAD', url: second })).toMatchObject({
    statusCode: 200,
    headers: {
      'content-length': String(bytes.length),
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
    },
  })
  for (const url of [`${second}x`, second?.replace('/2/', '/1/'), second?.replace('/2/', '/9/')])
    expect((await heard(url)).statusCode).toBe(404)
  await folder.put('Ida Moss/Heard/2.wav', 'Another.')
  expect((await heard(second)).statusCode).toBe(404)
  await server.call(contract.deleteImport, { params: { id } }, headers)
  expect((await heard(first)).statusCode).toBe(404)
})

/** RFC 9639, 8.8: a picture as second metadata block. */
async function flacWithPicture(): Promise<Buffer<ArrayBuffer>> {
  const flac = await readFile(join(fixtures, 'silence.flac'))
  const image = Buffer.from(await (await pictureFile('#3a3')).bytes())
  const numbers = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer).swap32()
  const type = 'image/png'
  const block = Buffer.concat([
    numbers(3, type.length),
    Buffer.from(type),
    numbers(0, 60, 80, 24, 0, image.length),
    image,
  ])
  const head = numbers(block.length)
  head[0] = 6
  const streamInfo = flac.subarray(0, 42)
  streamInfo[4] = 0
  return Buffer.concat([streamInfo, head, block, flac.subarray(42)])
}
