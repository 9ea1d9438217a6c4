import { createAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { formDataOf, upload } from './upload.ts'

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  form: FormData
}

/** How the server takes one upload: an answer, or a connection that breaks. */
type Taking = { status: number; body?: unknown } | 'broken' | 'never'

let sent: Sent[]
let takings: Taking[]
let fetched: string[]

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  #sent: Sent = { method: '', path: '', headers: {}, form: new FormData() }

  open(method: string, path: string) {
    Object.assign(this.#sent, { method, path })
  }

  setRequestHeader(name: string, value: string) {
    this.#sent.headers[name.toLowerCase()] = value
  }

  send(form: FormData) {
    this.#sent.form = form
    sent.push(this.#sent)
    const taking = takings.shift() ?? 'never'
    if (taking === 'never') return
    queueMicrotask(() => {
      this.upload.onprogress?.({ loaded: 30, total: 120 })
      if (taking === 'broken') return this.onerror?.()
      this.status = taking.status
      this.responseText = JSON.stringify(taking.body ?? null)
      this.onload?.()
    })
  }

  abort() {
    this.onabort?.()
  }
}

const file = new File(['noise'], 'tone.mp3', { type: 'audio/mpeg' })
const record = { id: 1, name: 'The Salt Road' }
const refused = { status: 401, body: [{ code: 'Unauthorized', description: 'Sign in.' }] }

beforeEach(() => {
  sent = []
  takings = []
  fetched = []
  localStorage.clear()
  localStorage.setItem('accessToken', 'old')
  localStorage.setItem('refreshToken', 'r1')
  document.cookie = 'XSRF-TOKEN=forgery%2Bsafe'
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal(
    'fetch',
    vi.fn<(path: string) => Promise<Response>>(async (path) => {
      fetched.push(path)
      return Response.json({ accessToken: 'new', refreshToken: 'r2' })
    }),
  )
})

afterEach(() => vi.unstubAllGlobals())

const send = (form: object, options = {}) =>
  upload(createAudioBook, { form: { Name: 'The Salt Road', ...form } }, options)

async function failureOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
}

test('undefined parts are left out, null is an empty one, lists repeat theirs, and files come last', () => {
  const form = formDataOf({
    Audio: file,
    Name: 'A',
    Number: 0,
    Subtitle: null,
    AudioUrl: undefined,
    Genres: ['a', 'b'],
    Categories: [],
    Series: [{ id: 1 }],
  })
  const names = ['Name', 'Number', 'Subtitle', 'Genres', 'Genres', 'Categories', 'Series', 'Audio']
  expect([...form.keys()]).toEqual(names)
  expect(form.get('Number')).toBe('0')
  expect([form.get('Subtitle'), form.get('Categories')]).toEqual(['', ''])
  expect([form.getAll('Genres'), form.get('Series')]).toEqual([['a', 'b'], '[{"id":1}]'])
  expect((form.get('Audio') as File).name).toBe('tone.mp3')
})

test('parts whose order counts come last, in that order', () => {
  const form = formDataOf({ CoverImage: file, Name: 'A' }, [
    ['AudioUrl', '/media/2.mp3'],
    ['Audio', file],
    ['AudioUrl', '/media/1.mp3'],
  ])
  expect([...form.keys()]).toEqual(['Name', 'CoverImage', 'AudioUrl', 'Audio', 'AudioUrl'])
  expect(form.getAll('AudioUrl')).toEqual(['/media/2.mp3', '/media/1.mp3'])
})

test('an upload says who makes it, as every call does', async () => {
  takings = [{ status: 201, body: record }]
  expect(await send({})).toEqual(record)
  const [request] = sent
  expect(request).toMatchObject({
    method: 'POST',
    path: '/api/audio-books',
    headers: {
      authorization: 'Bearer old',
      'x-deviceid': localStorage.getItem('deviceId'),
      'x-xsrf-token': 'forgery+safe',
    },
  })
  // The boundary is the browser's to choose.
  expect(request?.headers['content-type']).toBeUndefined()
})

test('path parameters are filled in', async () => {
  takings = [{ status: 200, body: record }]
  await upload(updateAudioBook, { params: { id: 7 }, form: { Id: 7, Name: 'A' } })
  expect(sent[0]).toMatchObject({ method: 'PUT', path: '/api/audio-books/7' })
})

test('it says how far it has come', async () => {
  takings = [{ status: 201, body: record }]
  const onProgress = vi.fn<(part: number) => void>()
  await send({ Audio: file }, { onProgress })
  expect(onProgress.mock.calls).toEqual([[0.25]])
})

test('the session is asked for before a file is sent, and only then', async () => {
  takings = [
    { status: 201, body: record },
    { status: 201, body: record },
  ]
  await send({})
  expect(fetched).toEqual([])
  await send({}, { ordered: [['Audio', file]] })
  expect(fetched).toEqual(['/api/users/profiles/me'])
})

test('a refused token is exchanged once, and the form sent again', async () => {
  takings = [refused, { status: 201, body: record }]
  expect(await send({})).toEqual(record)
  expect(fetched).toEqual(['/api/auth/refresh'])
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect(sent.map(({ form }) => form.get('Name'))).toEqual(['The Salt Road', 'The Salt Road'])
})

test('a refusal brings its items, also before all was sent', async () => {
  const items = [{ code: 'FileTooLarge', description: 'At most 20 MiB.', field: 'coverImage' }]
  takings = [{ status: 413, body: items }]
  const error = await failureOf(send({ CoverImage: file }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 413, items })
})

test('a connection that breaks is a failure without a status', async () => {
  takings = ['broken']
  expect(await failureOf(send({}))).toMatchObject({ name: 'ApiError', status: 0, items: [] })
})

test('an upload can be given up, before and while it is on its way', async () => {
  const cancelling = new AbortController()
  const answer = failureOf(send({}, { signal: cancelling.signal }))
  expect(sent).toHaveLength(1)
  cancelling.abort()
  expect(await answer).toMatchObject({ name: 'AbortError' })
  expect(await failureOf(send({}, { signal: cancelling.signal }))).toMatchObject({ name: 'AbortError' })
  expect(sent).toHaveLength(1)
})
