import { describe, expect, it } from 'vitest'
import { cleanPath, mappedPath, placeIn } from './mapped-path.ts'

const maps = [
  { from: '/audiobooks', to: '/srv/books' },
  { from: '/audiobooks/kids/', to: '/srv/kids/' },
  { from: 'C:/Books', to: '/srv/windows' },
]

it.each([
  ['/audiobooks/Ada/1.mp3', '/srv/books/Ada/1.mp3'],
  ['/audiobooks', '/srv/books'],
  ['/audiobooks/kids/Bo/1.mp3', '/srv/kids/Bo/1.mp3'],
  ['/audiobooks2/1.mp3', '/audiobooks2/1.mp3'],
  ['/audiobooks//Ada//1.mp3', '/srv/books/Ada/1.mp3'],
  ['C:\\Books\\1.mp3', '/srv/windows/1.mp3'],
  ['/audiobooks/../../etc/passwd', null],
  ['/audiobooks/./1.mp3', null],
  ['audiobooks/1.mp3', null],
  ['', null],
])('%s is %s here', (path, expected) => {
  expect(mappedPath(path, maps)).toBe(expected)
})

it('a path without a map is the same, and the root is one', () => {
  expect([
    mappedPath('/a/b.mp3', []),
    mappedPath('/a/b.mp3', [{ from: '/', to: '/mnt' }]),
    cleanPath('/'),
  ]).toEqual(['/a/b.mp3', '/mnt/a/b.mp3', '/'])
})

describe('a path lies', () => {
  const [outer, inner] = [
    { name: 'books', path: '/srv', isCopied: false },
    { name: 'kids', path: '/srv/kids', isCopied: false },
  ] as const
  it.each([
    ['in the innermost folder', '/srv/kids/1.mp3', { folder: inner, path: '1.mp3' }],
    ['in the outer one', '/srv/kids2/a/1.mp3', { folder: outer, path: 'kids2/a/1.mp3' }],
    ['in none', '/mnt/1.mp3', null],
    ['in none when it is the folder itself', '/srv', null],
  ])('%s', (_what, path, expected) => {
    expect(placeIn(path, [outer, inner])).toEqual(expected)
  })
})
