import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { read } from '../faults/fault-site.ts'
import { covers, fileOf, formOf, sounds } from './soak-forms.ts'
import type { SoakPerson } from './soak-people.ts'
import type { Habit } from './habits.ts'
import { json, type SoakSite } from './soak-site.ts'

/** Somebody who adds records with files, changes them and takes them away again, and sends what is refused. */
export function edit(soak: SoakSite, editor: SoakPerson, haste = 1): Habit[] {
  return [
    { everyMs: 12_000 / haste, once: () => addAndRemove(soak, editor) },
    { everyMs: 20_000 / haste, once: () => sendRefused(soak, editor) },
    { everyMs: 20_000 / haste, once: () => editCreators(soak, editor) },
    { everyMs: 60_000, once: () => editor.refresh() },
  ]
}

async function addAndRemove({ ask, pick }: SoakSite, editor: SoakPerson): Promise<void> {
  const created = await formOf('POST', '/api/audio-books', editor.headers(), {
    Name: 'Passing',
    CoverImage: await fileOf(pick(covers)),
    Audio: await fileOf(pick(sounds)),
  })
  const book = read<AudioBook>(await ask(created, 201))
  const path = `/api/audio-books/${book.id}`
  await ask({ method: 'GET', path }, 200)
  await ask({ method: 'GET', path: book.coverImagePreviewUrl ?? '' }, 200)
  await ask({ method: 'GET', path: book.audioUrl ?? '', headers: { range: 'bytes=1000-2000' } }, 206)
  const changed = await formOf('PUT', path, editor.headers(), {
    Id: String(book.id),
    Name: 'Passing by',
    CoverImage: await fileOf(pick(covers)),
    AudioUrl: book.audioUrl ?? '',
  })
  await ask(changed, 200)
  await ask({ method: 'DELETE', path, headers: editor.headers() }, 204)
  await ask({ method: 'GET', path: book.audioUrl ?? '' }, 404)
}

async function sendRefused({ ask, site, pick }: SoakSite, editor: SoakPerson): Promise<void> {
  const noCover = { Name: 'Wrong', CoverImage: new Blob(['<svg/>']) }
  await ask(await formOf('POST', '/api/audio-books', editor.headers(), noCover), 415)
  const given = await formOf('POST', '/api/audio-books', editor.headers(), {
    Name: 'Half',
    Audio: await fileOf(pick(sounds)),
  })
  const half = given.body?.subarray(0, given.body.length / 2)
  const all = { 'content-length': String(half?.length) }
  // A form that ends in the middle of a file.
  await ask({ ...given, body: half, headers: { ...given.headers, ...all } }, 400)
  await ask({ method: 'DELETE', path: '/api/audio-books/999999', headers: site.headers }, 401, 404)
}

async function editCreators({ ask }: SoakSite, editor: SoakPerson): Promise<void> {
  const headers = editor.headers()
  const { id } = read<{ id: number }>(
    await ask(json('POST', '/api/creators', { nickname: 'Passing' }, headers), 201),
  )
  await ask(json('PUT', `/api/creators/${id}`, { id, nickname: 'By' }, headers), 200)
  await ask({ method: 'DELETE', path: `/api/creators/${id}`, headers }, 204)
}
