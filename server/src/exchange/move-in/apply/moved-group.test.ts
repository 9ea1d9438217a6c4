import { expect, it } from 'vitest'
import type { LookedFile } from './library-rows.queries.ts'
import { movedGroup } from './moved-group.ts'

const looked = (path: string, album?: string) =>
  ({ path, print: path, tags: album === undefined ? {} : { album } }) as unknown as LookedFile

it.each<[what: string, files: LookedFile[], leftOut: string[], hasNeighbours: boolean, isWritten: boolean]>([
  ['files in their order', [looked('A/B/1.mp3'), looked('A/B/2.mp3')], [], false, false],
  ['files in another order', [looked('A/B/2.mp3'), looked('A/B/1.mp3')], [], false, true],
  ['two bound files', [looked('A/B/Dew.m4b'), looked('A/B/Fog.m4b')], [], false, true],
  ['two albums', [looked('A/B/1.mp3', 'Dew'), looked('A/B/2.mp3', 'Fog')], [], false, true],
  ['a bound file and others', [looked('A/B/1.m4b'), looked('A/B/2.mp3')], [], false, true],
  ['a file that is left out', [looked('A/B/1.mp3')], ['A/B/2.mp3'], false, true],
  ['a file beside those of other books', [looked('1.mp3', 'Dew')], [], true, true],
])(
  'of %s a group is remembered where the rules make something else',
  (_, files, leftOut, hasNeighbours, isWritten) => {
    const group = { prints: files.map(({ print }) => print), leftOut }
    const out = leftOut.map((path) => looked(path))
    expect(movedGroup(files, out, hasNeighbours)).toEqual(isWritten ? group : null)
  },
)
