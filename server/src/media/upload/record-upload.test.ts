import { connect } from 'node:net'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import {
  boundary,
  encodeForm,
  type FormPart,
  fixture,
  formType,
  post,
  readAnswer,
  requestHead,
  startUploadServer,
} from '../../testing/upload-server.ts'

const target = await forAllTests(startUploadServer())
const cover = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#246' } })
  .png()
  .toBuffer()
const tone = await fixture('tone.mp3')

const send = (...parts: FormPart[]) => post(target.port, encodeForm(parts))
const text = (name: string, content: string | Uint8Array): FormPart => ({ name, content })
const file = (name: string, content: string | Uint8Array, fileName = 'a.bin'): FormPart => ({
  name,
  fileName,
  content,
})

describe('a form', () => {
  it('gives its fields and files, typed by their content', async () => {
    const { status, body } = await send(
      text('Name', 'Прозрачные вещи 🎧'),
      text('Description', 'one\r\ntwo'),
      text('CoverImageUrl', ''),
      file('CoverImage', cover, 'cover.txt'),
      file('Audio', tone, 'tone.exe'),
      file('CoverImagePreview', '', ''),
    )
    expect(status).toBe(200)
    expect(body.fields).toEqual({ name: 'Прозрачные вещи 🎧', description: 'one\ntwo' })
    expect(body.cover).toMatchObject({ contentType: 'image/webp', width: 300, height: 400 })
    expect(body.coverPreview).toMatchObject({ contentType: 'image/webp', width: 300 })
    expect(body.audio).toMatchObject({
      contentType: 'audio/mpeg',
      sizeBytes: tone.length,
      tags: { title: 'Tone' },
    })
    expect(body.preview).toBeUndefined()
  })

  it('is understood whatever the case of its names, and whatever else it says', async () => {
    const { body } = await send(
      text('nAmE', 'x'),
      text('Nonsense', 'ignored'),
      file('coverimagepreview', cover),
    )
    expect(body.fields).toEqual({ name: 'x' })
    expect(body.preview).toMatchObject({ width: 300 })
  })

  it('leaves nothing behind that no record refers to', async () => {
    await send(file('CoverImage', cover), file('Audio', tone))
    expect(await target.listFiles()).toEqual([])
    expect(await target.countMedia()).toBe(0)
  })

  it('may say where it begins and ends as other programs do', async () => {
    const form = new FormData()
    form.set('Name', 'By fetch')
    form.set('Audio', new File([tone], 'Тон.mp3'))
    const answer = await fetch(`http://127.0.0.1:${target.port}/upload`, { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({
      fields: { name: 'By fetch' },
      audio: { sizeBytes: tone.length },
    })
    const padded = Buffer.concat([Buffer.from('preamble\r\n'), encodeForm([]), Buffer.from('epilogue')])
    expect((await post(target.port, padded)).status).toBe(200)
    const quoted = { 'content-type': `Multipart/Form-Data; charset=utf-8; Boundary="${boundary}"` }
    expect((await post(target.port, encodeForm([]), quoted)).status).toBe(200)
  })
})

describe('a form is refused', () => {
  it.each<[string, FormPart[], number, string, string | undefined]>([
    ['a file nobody asks for', [file('Poster', 'x')], 400, 'UnexpectedFile', 'poster'],
    ['a file without a name of a field', [file('../x', 'x')], 400, 'UnexpectedFile', undefined],
    ['a file where text belongs', [file('Name', 'x')], 400, 'UnexpectedFile', 'name'],
    ['text where a file belongs', [text('Audio', 'x')], 400, 'InvalidBody', 'audio'],
    ['a named file without bytes', [file('Audio', '', 'a.mp3')], 400, 'BrokenMedia', 'audio'],
    ['a field twice', [text('Name', 'a'), text('name', 'b')], 400, 'InvalidBody', 'name'],
    ['a name that is too long', [text('Name', 'x'.repeat(501))], 400, 'InvalidBody', 'name'],
    [
      'a description that is too long',
      [text('Description', 'é'.repeat(20_001))],
      400,
      'InvalidBody',
      'description',
    ],
    ['a field of a megabyte', [text('Other', 'x'.repeat(1_000_000))], 400, 'InvalidBody', undefined],
    ['NUL in a field', [text('Name', 'a\0b')], 400, 'InvalidBody', 'name'],
    ['text that is not UTF-8', [text('Name', Buffer.from([0xff, 0xfe]))], 400, 'InvalidBody', 'name'],
    ['too many parts', Array.from({ length: 4_097 }, () => text('x', '')), 400, 'InvalidBody', undefined],
    [
      'a name that holds headers',
      [text(`x"${'\r\nx: y'.repeat(20_000)}`, '')],
      400,
      'InvalidBody',
      undefined,
    ],
  ])('for %s', async (_what, parts, status, code, field) => {
    const answer = await send(...parts)
    expect(answer).toMatchObject({ status, codes: [code] })
    expect(answer.field).toBe(field)
    expect(await target.listFiles()).toEqual([])
  })

  it('for every bad file of it, each by its field, in the order they came', async () => {
    const answer = await send(
      file('Audio', 'no sound', 'a.mp3'),
      file('CoverImage', cover),
      file('CoverImagePreview', cover.subarray(0, 200)),
    )
    expect(answer.status).toBe(415)
    expect(answer.body).toMatchObject([
      { code: 'UnsupportedMedia', field: 'audio' },
      { code: 'BrokenMedia', field: 'coverImagePreview' },
    ])
    expect(await target.listFiles()).toEqual([])
    expect(await target.countMedia()).toBe(0)
  })

  it('for the same file twice, of which neither stays', async () => {
    const answer = await send(file('Audio', tone), file('audio', tone))
    expect(answer).toMatchObject({ status: 400, codes: ['InvalidBody'], field: 'audio' })
    expect(await target.listFiles()).toEqual([])
    expect(await target.countMedia()).toBe(0)
  })

  it.each<[string, string | Buffer, Record<string, string>, number, string]>([
    ['no form', '{}', { 'content-type': 'application/json' }, 415, 'UnsupportedMediaType'],
    ['no type', 'x', { 'content-type': '' }, 415, 'UnsupportedMediaType'],
    [
      'another multipart',
      'x',
      { 'content-type': 'multipart/mixed; boundary=x' },
      415,
      'UnsupportedMediaType',
    ],
    ['no boundary', 'x', { 'content-type': 'multipart/form-data' }, 400, 'InvalidBody'],
    [
      'an overlong boundary',
      'x',
      { 'content-type': `multipart/form-data; boundary=${'x'.repeat(71)}` },
      400,
      'InvalidBody',
    ],
    ['nothing', '', {}, 400, 'InvalidBody'],
    ['something else', 'hello', {}, 400, 'InvalidBody'],
    [
      'a part that does not say what it is',
      `--${boundary}\r\n\r\nx\r\n--${boundary}--`,
      {},
      400,
      'InvalidBody',
    ],
    ['a boundary within a line', `--${boundary}x\r\n\r\nx\r\n--${boundary}--`, {}, 400, 'InvalidBody'],
    ['no last boundary', encodeForm([text('Name', 'x')]).subarray(0, -4), {}, 400, 'InvalidBody'],
    ['parts behind the last', Buffer.concat([encodeForm([]), Buffer.alloc(200_000)]), {}, 400, 'InvalidBody'],
  ])('for being %s', async (_what, body, headers, status, code) => {
    expect(await post(target.port, Buffer.from(body), headers)).toMatchObject({ status, codes: [code] })
  })

  it('at once when it announces five gigabytes, without being read', async () => {
    const socket = connect(target.port, '127.0.0.1')
    socket.write(requestHead({ 'content-type': formType, 'content-length': '5000000000' }))
    const answer = await readAnswer(socket)
    expect(answer).toMatchObject({ status: 413, codes: ['FileTooLarge'], headers: { connection: 'close' } })
  })

  it('on routes that do not ask for one', async () => {
    const socket = connect(target.port, '127.0.0.1')
    socket.write(requestHead({ 'content-type': formType, 'content-length': '9' }, '/json'))
    expect(await readAnswer(socket)).toMatchObject({ status: 415, codes: ['UnsupportedMediaType'] })
  })
})
