import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { audioKind, type FileChoice, type FileKind, imageKind, noFile, storedFile } from './file-kinds.ts'
import { FileField } from './file-field.tsx'

const revoke = vi.fn<(url: string) => void>()
const changed = vi.fn<(choice: FileChoice) => void>()
let made = 0

beforeEach(() => {
  made = 0
  revoke.mockReset()
  changed.mockReset()
  // jsdom has no addresses for files.
  URL.createObjectURL = () => `blob:${(made += 1)}`
  URL.revokeObjectURL = revoke
})

afterEach(cleanup)

function Cover({ kind = imageKind, start = noFile }: { kind?: FileKind; start?: FileChoice }) {
  const [value, setValue] = useState(start)
  function change(choice: FileChoice) {
    changed(choice)
    setValue(choice)
  }
  return <FileField label="Cover image" kind={kind} value={value} onChange={change} />
}

const cover = new File(['pixels'], 'cover.png', { type: 'image/png' })
const input = () => screen.getByLabelText<HTMLInputElement>('Cover image file')
const choose = (file: File) => fireEvent.change(input(), { target: { files: [file] } })
const button = (name: string) => screen.getByRole('button', { name })
const picture = () => screen.queryByRole('img', { name: 'Cover image preview' })
const group = () => screen.getByRole('group', { name: 'Cover image' })

test('what is stored is shown, and can be replaced and cleared', () => {
  render(<Cover start={storedFile('/media/cover.webp')} />)
  expect(picture()?.getAttribute('src')).toBe('/media/cover.webp')
  expect(group().textContent).toContain('Stored image')
  expect(button('Replace cover image')).toBeTruthy()
  fireEvent.click(button('Clear cover image'))
  expect(changed).toHaveBeenLastCalledWith(noFile)
  expect(picture()).toBeNull()
  expect(document.activeElement).toBe(button('Choose cover image'))
})

test('a chosen file takes the place of the stored one, with its name and size', () => {
  render(<Cover start={storedFile('/media/cover.webp')} />)
  choose(cover)
  expect(changed).toHaveBeenLastCalledWith({ kind: 'chosen', file: cover })
  expect(picture()?.getAttribute('src')).toBe('blob:1')
  expect(group().textContent).toContain('cover.png 6 bytes')
})

test('what turns out to be no picture is not shown as one, until another is chosen', () => {
  render(<Cover />)
  choose(new File(['words'], 'torn.png', { type: 'image/png' }))
  fireEvent.error(picture() as HTMLElement)
  expect(picture()).toBeNull()
  expect(group().textContent).toContain('torn.png')
  choose(cover)
  expect(picture()?.getAttribute('src')).toBe('blob:2')
})

test('addresses of files are given back when they are replaced, cleared, or gone', () => {
  const { unmount } = render(<Cover />)
  choose(cover)
  choose(new File(['other'], 'other.png', { type: 'image/png' }))
  expect(revoke.mock.calls).toEqual([['blob:1']])
  fireEvent.click(button('Clear cover image'))
  expect(revoke.mock.calls).toEqual([['blob:1'], ['blob:2']])
  choose(cover)
  unmount()
  expect(revoke.mock.calls).toEqual([['blob:1'], ['blob:2'], ['blob:3']])
})

test('the wrong kind is refused in a sentence, and what was there stays', () => {
  render(<Cover start={storedFile('/media/cover.webp')} />)
  choose(new File(['words'], 'notes.txt', { type: 'text/plain' }))
  expect(changed).not.toHaveBeenCalled()
  expect(group().textContent).toContain('“notes.txt” cannot be taken.')
  expect(picture()?.getAttribute('src')).toBe('/media/cover.webp')
  choose(cover)
  expect(group().textContent).not.toContain('notes.txt')
})

test('a file can be dropped, and the field shows that it would take it', () => {
  render(<Cover />)
  const box = input().parentElement as HTMLElement
  const dataTransfer = { types: ['Files'], files: [cover] }
  fireEvent.dragOver(box, { dataTransfer })
  expect(box.hasAttribute('data-over')).toBe(true)
  fireEvent.drop(box, { dataTransfer })
  expect(box.hasAttribute('data-over')).toBe(false)
  expect(changed).toHaveBeenCalledExactlyOnceWith({ kind: 'chosen', file: cover })
})

test('a file that is dropped beside the field does not replace the page', () => {
  render(<Cover />)
  const isLeftToTheBrowser = fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } })
  expect(isLeftToTheBrowser).toBe(false)
  expect(changed).not.toHaveBeenCalled()
})

test('audio can be listened to, stored or chosen', () => {
  render(<Cover kind={audioKind} start={storedFile('/media/tone.mp3')} />)
  const sound = () => screen.getByLabelText('Cover image preview')
  expect(sound().getAttribute('src')).toBe('/media/tone.mp3')
  choose(new File(['noise'], 'tone.m4b'))
  expect(sound().getAttribute('src')).toBe('blob:1')
})
