import type { CreatorDetail } from '@earmark/contract/creators.ts'
import { expect, test } from 'vitest'
import { noFile } from '../../../ui/file-field/file-kinds.ts'
import { creatorParts, creatorValues } from './creator-values.ts'

const gull: CreatorDetail = {
  id: 5,
  nickname: 'Gull',
  name: null,
  surname: null,
  biography: 'Born.',
  imageUrl: '/media/a.webp',
  imagePreviewUrl: '/media/b.webp',
  links: ['https://a.example/'],
  sortName: null,
  audioBooksCount: 0,
  podcastsCount: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const unchanged = {
  Nickname: 'Gull',
  SortName: null,
  Biography: 'Born.',
  Links: ['https://a.example/'],
}
const file = new File(['x'], 'gull.png')

test.each([
  ['as it was read', {}, {}],
  [
    'with a name and blanks',
    { name: ' Ada ', sortName: ' Gull, The ' },
    { Name: 'Ada', SortName: 'Gull, The' },
  ],
  ['without its texts', { biography: ' ', links: [{ address: ' ' }] }, { Biography: null, Links: [] }],
  ['with another picture', { image: { kind: 'chosen', file } as const }, { Image: file }],
  ['without its picture', { image: noFile }, { ImageUrl: '' }],
])('a creator %s is sent with what is kept left out, and what is cleared empty', (_, changes, parts) => {
  expect(creatorParts({ ...creatorValues(gull), ...changes })).toEqual({ ...unchanged, ...parts })
})
