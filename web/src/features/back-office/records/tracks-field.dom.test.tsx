import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AudioChoice, storedAudio } from './audio-values.ts'
import { emptyValues, type RecordValues } from './record-values.ts'
import { TracksField } from './tracks-field.tsx'

const track = { title: null, durationSeconds: 60 }
const three = storedAudio({
  tracks: [1, 2, 3].map((number) => ({ ...track, number, audioUrl: `/media/${number}.mp3` })),
})
const proposed = vi.fn<(file: File) => void>()

beforeEach(() => {
  proposed.mockReset()
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
})

afterEach(cleanup)

function Book({ audio, refusal }: { audio: readonly AudioChoice[]; refusal?: string }) {
  const form = useForm<RecordValues>({ defaultValues: { ...emptyValues, audio } })
  const refusalOf = () => () => refusal
  return (
    <TracksField
      control={form.control}
      refusalOf={refusalOf}
      disabled={false}
      note={undefined}
      onChosen={proposed}
    />
  )
}

const sound = (name: string) => new File(['sound'], name, { type: 'audio/mpeg' })
const input = () => screen.getByLabelText<HTMLInputElement>('Audio file')
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } })
const button = (name: string) => screen.getByRole('button', { name })
const group = () => screen.getByRole('group', { name: 'Audio' })
const rows = () => within(group()).queryAllByRole('listitem')
const order = () =>
  within(group())
    .queryAllByRole('button', { name: /^Move / })
    .map((handle) => handle.ariaLabel?.slice('Move '.length))

test('several files are taken at once, in the order of their numbers, and more come after them', () => {
  render(<Book audio={[]} />)
  expect(rows()).toEqual([])
  choose(sound('10.mp3'), sound('2.mp3'))
  choose(sound('1.mp3'))
  expect(order()).toEqual(['2.mp3', '10.mp3', '1.mp3'])
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    '12.mp35 bytes',
    '210.mp35 bytes',
    '31.mp35 bytes',
  ])
  expect(group().textContent).toContain('3 files')
  expect(proposed.mock.calls.map(([{ name }]) => name)).toEqual(['2.mp3', '1.mp3'])
})

test('files are dropped beside those that are there', () => {
  render(<Book audio={three} />)
  const box = input().parentElement as HTMLElement
  fireEvent.drop(box, { dataTransfer: { types: ['Files'], files: [sound('b.mp3'), sound('a.mp3')] } })
  expect(order()).toEqual(['Track 1', 'Track 2', 'Track 3', 'a.mp3', 'b.mp3'])
})

test('what is no sound is left out and told', () => {
  render(<Book audio={[]} />)
  choose(sound('1.mp3'), new File(['x'], 'cover.jpg'), new File(['x'], 'notes.txt'))
  expect(order()).toEqual(['1.mp3'])
  expect(group().textContent).toContain('“cover.jpg” cannot be taken.')
  expect(group().textContent).toContain('1 more file was left out.')
})

test.each([
  ['ArrowUp', ['Track 2', 'Track 1', 'Track 3'], 'Place 1 of 3'],
  ['End', ['Track 1', 'Track 3', 'Track 2'], 'Place 3 of 3'],
])('%s on its handle moves a file, and says where it is', (key, expected, said) => {
  render(<Book audio={three} />)
  const handle = button('Move Track 2')
  handle.focus()
  fireEvent.keyDown(handle, { key })
  expect(order()).toEqual(expected)
  expect(group().textContent).toContain(said)
  expect(document.activeElement).toBe(button('Move Track 2'))
})

test('one file takes the place of another', () => {
  render(<Book audio={three} />)
  fireEvent.click(button('Replace Track 2'))
  choose(sound('new.mp3'))
  expect(order()).toEqual(['Track 1', 'new.mp3', 'Track 3'])
  fireEvent.click(button('Choose more audio'))
  choose(sound('last.mp3'))
  expect(order()).toEqual(['Track 1', 'new.mp3', 'Track 3', 'last.mp3'])
})

test('a removed file leaves the focus in the list, the last one at the button', () => {
  render(<Book audio={three} />)
  fireEvent.click(button('Remove Track 2'))
  expect(order()).toEqual(['Track 1', 'Track 3'])
  expect(document.activeElement).toBe(button('Remove Track 3'))
  fireEvent.click(button('Remove Track 3'))
  fireEvent.click(button('Remove Track 1'))
  expect(order()).toEqual([])
  expect(document.activeElement).toBe(button('Choose audio'))
})

test('all are cleared at once', () => {
  render(<Book audio={three} />)
  fireEvent.click(button('Clear audio'))
  expect(order()).toEqual([])
})

test('each can be listened to, one at a time', () => {
  render(<Book audio={three} />)
  fireEvent.click(button('Listen to Track 2'))
  expect(screen.getByLabelText('Track 2 preview').getAttribute('src')).toBe('/media/2.mp3')
  fireEvent.click(button('Listen to Track 3'))
  expect(screen.queryByLabelText('Track 2 preview')).toBeNull()
  fireEvent.click(button('Listen to Track 3'))
  expect(screen.queryByLabelText('Track 3 preview')).toBeNull()
})

test('the server’s refusal names the file', () => {
  const audio = [...three, { kind: 'chosen', file: sound('4.mp3') } as const]
  render(<Book audio={audio} refusal="File 1: The file is broken." />)
  expect(group().textContent).toContain('“4.mp3”: The file is broken.')
})
