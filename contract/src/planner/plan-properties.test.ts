import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldName, folderOf, isSoundName } from './file-names.ts'
import { neighbourhoodOf, neighbourhoodsOf } from './neighbourhoods.ts'
import { planImport } from './plan-import.ts'
import type { FileTags, FolderFile } from './plan-input.ts'

const folderNames = fc.constantFrom(
  ...[
    'Mara Quill',
    'Quill, Mara',
    'Ash',
    'ash',
    'Ash CD1',
    'Ash - CD 2',
    'CD1',
    'CD 2',
    'Disc One',
    'Part 1',
  ],
  ...[
    'Part 2',
    '1',
    '2',
    '1 - Low (1994)',
    'Mara Quill - Ash',
    'Hörbücher',
    'A',
    'Cafe\u0301',
    '海辺',
    'Bonus',
  ],
)
const fileNames = fc.constantFrom(
  ...['01.mp3', '02.mp3', '03.MP3', 'Ash.m4b', 'Ash, Part 1.m4b', 'Ash, Part 2.m4b', 'intro.mp3', 'z.flac'],
  ...['.x.mp3', 'y.mp3.part', '.ignore', 'cover.jpg', 'metadata.json', 'reader.txt', 'a.opf', 'Prologue.ogg'],
)
const tags: fc.Arbitrary<FileTags> = fc.record(
  {
    album: fc.constantFrom('Ash', 'Brine', 'Unknown Album'),
    title: fc.constantFrom('Track 1', 'The Lock'),
    artist: fc.constantFrom('Mara Quill', 'Various', 'Nell Ives; Mara Quill'),
    series: fc.constantFrom('Embers', 'Ash #2'),
    track: fc.integer({ min: 1, max: 4 }),
    disc: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: [] },
)
const paths = fc
  .tuple(fc.array(folderNames, { maxLength: 4 }), fileNames)
  .map(([folders, name]) => [...folders, name].join('/'))
const listings = fc.uniqueArray(
  fc.record({ path: paths, tags, isRefused: fc.nat(9).map((value) => value === 0) }),
  { selector: ({ path }) => path, maxLength: 24 },
)

function fileOf({
  path,
  tags: said,
  isRefused,
}: {
  path: string
  tags: FileTags
  isRefused: boolean
}): FolderFile {
  if (!isSoundName(path)) return path.endsWith('.jpg') ? { path } : { path, text: `{"title":"${path}"}` }
  return isRefused ? { path, refusal: 'BrokenMedia' } : { path, sound: { tags: said } }
}

/** Rule G1, by itself. */
function isIgnored(path: string, all: readonly string[]): boolean {
  const names = path.split('/')
  const above = names.map((_, place) => [...names.slice(0, place), '.ignore'].join('/'))
  return (
    names.some((name) => name.startsWith('.') || foldName(name) === 'bonus') ||
    above.some((mark) => all.includes(mark))
  )
}

it('each sound is in one book, left out or ignored, and nothing depends on the order of the listing', () => {
  const shuffled = listings.chain((given) => {
    const files = given.map(fileOf)
    return fc.tuple(
      fc.constant(files),
      fc.shuffledSubarray(files, { minLength: files.length, maxLength: files.length }),
    )
  })
  fc.assert(
    fc.property(shuffled, ([files, again]) => {
      const { books } = planImport({ files })
      const told = books.flatMap((book) => [...book.files, ...book.leftOut])
      const all = files.map(({ path }) => path)
      expect(told.sort()).toEqual(all.filter((path) => isSoundName(path) && !isIgnored(path, all)).sort())
      expect(new Set(books.map(({ path }) => path)).size).toBe(books.length)
      expect(planImport({ files: again }).books).toEqual(books)
    }),
    { numRuns: 200 },
  )
})

it('the books of a neighbourhood are planned the same without the other files of the library', () => {
  fc.assert(
    fc.property(listings, fc.nat(), ([...given], nth) => {
      const files = given.map(fileOf)
      const folders = new Map([['', false]])
      for (const { path } of files) {
        for (let above = folderOf(path); above !== ''; above = folderOf(above))
          if (!folders.has(above)) folders.set(above, false)
        if (isSoundName(path)) folders.set(folderOf(path), true)
      }
      const changed = [...folders.keys()][nth % folders.size] as string
      const places = neighbourhoodsOf([changed], folders)
      if (places === null) return
      const starts = new Set(places.map(({ path }) => path))
      const isInside = (path: string) => neighbourhoodOf(folderOf(path), starts) !== undefined
      // Marks that leave folders out are seen by the walk.
      const looked = files.filter(({ path }) => !path.endsWith('.ignore'))
      const whole = planImport({ files: looked }).books
      const inside = planImport({ files: looked.filter(({ path }) => isInside(path)) }).books
      const all = ({ files: own, leftOut }: (typeof whole)[number]) => [...own, ...leftOut]
      expect(inside).toEqual(whole.filter((book) => all(book).some(isInside)))
    }),
    { numRuns: Number(process.env.IMPORT_WALKS ?? 500) },
  )
})
