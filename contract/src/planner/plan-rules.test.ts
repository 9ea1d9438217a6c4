import { expect, it } from 'vitest'
import { isSoundName } from './file-names.ts'
import { planImport } from './plan-import.ts'
import type { FileRefusal, FileTags, FolderFile } from './plan-input.ts'
import type { PlannedBook } from './plan-output.ts'

type Given = string | { path: string; tags?: FileTags; text?: string; refusal?: FileRefusal }

function fileOf(given: Given): FolderFile {
  if (typeof given === 'string') return fileOf({ path: given })
  const { path, tags = {}, text, refusal } = given
  if (text !== undefined) return { path, text }
  return { path, ...(isSoundName(path) && { sound: { tags } }), ...(refusal && { refusal }) }
}

/** `path = title, …: files`; warnings with `!`. */
function shown({ path, kind, fields, files, warnings }: PlannedBook): string {
  const text = (name: keyof typeof fields) => [fields[name].value].flat().join(' + ')
  const facts = [
    text('title'),
    text('subtitle') && `~ ${text('subtitle')}`,
    text('authors') && `by ${text('authors')}`,
    text('narrators') && `read by ${text('narrators')}`,
    text('series') && `in ${text('series')} ${text('sequence')}`.trim(),
    text('publishedYear') && `of ${text('publishedYear')}`,
    ...warnings.map(({ code }) => `${code}!`),
    kind === 'New' ? '' : kind,
  ]
  const names = files.map((file) =>
    file.startsWith(`${path}/`) ? file.slice(path.length + 1) : file.slice(file.lastIndexOf('/') + 1),
  )
  return `${path} = ${facts.filter((fact) => fact !== '').join(', ')}: ${names.join(' | ')}`
}

it.each<[rule: string, files: Given[], books: string[]]>([
  [
    'numbers of discs may be words',
    ['A B/T/Disc One/1.mp3', 'A B/T/Disc Two/1.mp3', 'A B/T/Disc 3 of 3/1.mp3'],
    ['A B/T = T, by A B: Disc One/1.mp3 | Disc Two/1.mp3 | Disc 3 of 3/1.mp3'],
  ],
  [
    'folders of discs beside one another are a book of their common name',
    ['Mara Quill/Ash CD1/01.mp3', 'Mara Quill/Ash CD2/01.mp3', 'Mara Quill/Brine/01.mp3'],
    [
      'Mara Quill/Ash = Ash, by Mara Quill: 01.mp3 | 01.mp3',
      'Mara Quill/Brine = Brine, by Mara Quill: 01.mp3',
    ],
  ],
  [
    'each common name is a book',
    ['Mara Quill/Ash CD1/01.mp3', 'Mara Quill/Ash CD2/01.mp3', 'Mara Quill/Brine CD1/01.mp3'],
    [
      'Mara Quill/Ash = Ash, by Mara Quill: 01.mp3 | 01.mp3',
      'Mara Quill/Brine = Brine, by Mara Quill: 01.mp3',
    ],
  ],
  [
    'discs in the root are a book of no author',
    ['CD1/01 Ash.mp3', 'CD1/02 Ash.mp3', 'CD2/03 Ash.mp3', 'Mara Quill/Brine/1.mp3'],
    [
      'CD1/01 Ash.mp3 = 01 Ash: 01 Ash.mp3 | 02 Ash.mp3 | 03 Ash.mp3',
      'Mara Quill/Brine = Brine, by Mara Quill: 1.mp3',
    ],
  ],
  [
    'discs in the root of which nothing can be taken do not take in the files of the root',
    [{ path: 'CD1/1.wma', refusal: 'UnsupportedMedia' }, 'Ash.mp3', 'Brine.mp3'],
    ['Ash.mp3 = Ash: Ash.mp3', 'Brine.mp3 = Brine: Brine.mp3', 'CD1 = CD1, Refused: '],
  ],
  [
    'kinds of sound that are never taken, and folders that are closed, change no other book',
    [
      'AA Roe/Ash/1.mp3',
      'AA Roe/Ash/2.mp3',
      { path: 'AA Roe/Ash/wma/1.wma', refusal: 'UnsupportedMedia' },
      { path: 'AA Roe/Ash/closed', refusal: 'UnreadableMedia' },
      'BB Roe/Ash.m4b',
      'BB Roe/Brine.m4b',
      { path: 'BB Roe/Coal.aax', refusal: 'UnsupportedMedia' },
      'CC Roe/Dune/Part 1/1.mp3',
      'CC Roe/Dune/Part 2/1.mp3',
      { path: 'CC Roe/Dune/other/1.ape', refusal: 'UnsupportedMedia' },
      { path: 'DD Roe/Elm/1.wma', refusal: 'UnsupportedMedia' },
      { path: 'DD Roe/Elm/2.wma', refusal: 'UnsupportedMedia' },
    ],
    [
      'AA Roe/Ash = Ash, by AA Roe: 1.mp3 | 2.mp3',
      'AA Roe/Ash/wma = wma, by AA Roe, in Ash, Refused: ',
      'BB Roe/Ash.m4b = Ash, by BB Roe: Ash.m4b',
      'BB Roe/Brine.m4b = Brine, by BB Roe: Brine.m4b',
      'BB Roe/Coal.aax = Coal, by BB Roe, Refused: ',
      'CC Roe/Dune = Dune, by CC Roe: Part 1/1.mp3 | Part 2/1.mp3',
      'CC Roe/Dune/other = other, by CC Roe, in Dune, Refused: ',
      'DD Roe/Elm = Elm, by DD Roe, Refused: ',
    ],
  ],
  [
    'folders of discs may repeat the name of the book',
    ['Mara Quill/Ash/Ash - CD 1/01.mp3', 'Mara Quill/Ash/Ash - CD 2/01.mp3'],
    ['Mara Quill/Ash = Ash, by Mara Quill: Ash - CD 1/01.mp3 | Ash - CD 2/01.mp3'],
  ],
  [
    'parts are of one book',
    ['Mara Quill/Ash/Part 1/a.mp3', 'Mara Quill/Ash/Part 2/a.mp3'],
    ['Mara Quill/Ash = Ash, by Mara Quill: Part 1/a.mp3 | Part 2/a.mp3'],
  ],
  [
    'numbers alone are parts',
    ['Mara Quill/Ash/1/a.mp3', 'Mara Quill/Ash/2/a.mp3'],
    ['Mara Quill/Ash = Ash, by Mara Quill: 1/a.mp3 | 2/a.mp3'],
  ],
  [
    'numbers beside another folder are no parts',
    ['Mara Quill/Ash/1/a.mp3', 'Mara Quill/Ash/Epilogue/a.mp3'],
    [
      'Mara Quill/Ash/1 = 1, by Mara Quill, in Ash: a.mp3',
      'Mara Quill/Ash/Epilogue = Epilogue, by Mara Quill, in Ash: a.mp3',
    ],
  ],
  [
    'numbers that do not begin at 0 or 1 are no parts',
    ['Mara Quill/1984/a.mp3', 'Mara Quill/1985/a.mp3'],
    ['Mara Quill/1984 = 1984, by Mara Quill: a.mp3', 'Mara Quill/1985 = 1985, by Mara Quill: a.mp3'],
  ],
  [
    'parts of different albums are books',
    [
      { path: 'Mara Quill/Ash/1/a.mp3', tags: { album: 'X' } },
      { path: 'Mara Quill/Ash/2/a.mp3', tags: { album: 'Y' } },
    ],
    [
      'Mara Quill/Ash/1 = X, by Mara Quill, in Ash: a.mp3',
      'Mara Quill/Ash/2 = Y, by Mara Quill, in Ash: a.mp3',
    ],
  ],
  [
    'sound beside folders of discs comes before them',
    ['Mara Quill/Ash/intro.mp3', 'Mara Quill/Ash/CD1/01.mp3', 'Mara Quill/Ash/CD2/01.mp3'],
    ['Mara Quill/Ash = Ash, by Mara Quill: intro.mp3 | CD1/01.mp3 | CD2/01.mp3'],
  ],
  [
    'loose files of one album are a book',
    [
      { path: 'Tom Arden/T/x1.mp3', tags: { album: 'Q' } },
      { path: 'Tom Arden/T/x2.mp3', tags: { album: 'Q' } },
      'Tom Arden/T/1 - Low/a.mp3',
    ],
    [
      'Tom Arden/T/1 - Low = Low, by Tom Arden, in T 1: a.mp3',
      'Tom Arden/T/x1.mp3 = Q, by Tom Arden, in T, LooseFile!: x1.mp3 | x2.mp3',
    ],
  ],
  [
    'an m4b of another album is another book',
    [
      { path: 'M Q/Ash/Ash.m4b', tags: { album: 'Ash' } },
      { path: 'M Q/Ash/01.mp3', tags: { album: 'Other' } },
    ],
    ['M Q/Ash/01.mp3 = Other, by M Q: 01.mp3', 'M Q/Ash/Ash.m4b = Ash, by M Q: Ash.m4b'],
  ],
  [
    'in the root author and title are guessed',
    [{ path: 'x.mp3', tags: { album: 'A' } }, 'Mara Quill - Ash.mp3', 'Mara Quill - Ash - 1951.m4b'],
    [
      'Mara Quill - Ash - 1951.m4b = Ash, by Mara Quill, of 1951, GuessedAuthor!: Mara Quill - Ash - 1951.m4b',
      'Mara Quill - Ash.mp3 = Ash, by Mara Quill, GuessedAuthor!: Mara Quill - Ash.mp3',
      'x.mp3 = A: x.mp3',
    ],
  ],
  [
    'm4b files of one album are a book',
    [
      { path: 'M Q/Ash/x.m4b', tags: { album: 'Ash' } },
      { path: 'M Q/Ash/y.m4b', tags: { album: 'Ash' } },
    ],
    ['M Q/Ash = Ash, by M Q: x.m4b | y.m4b'],
  ],
  [
    'm4b files in an author’s folder are a book each',
    ['Mara Quill/Ash.m4b', 'Mara Quill/Brine.m4b'],
    [
      'Mara Quill/Ash.m4b = Ash, by Mara Quill: Ash.m4b',
      'Mara Quill/Brine.m4b = Brine, by Mara Quill: Brine.m4b',
    ],
  ],
  [
    'each album is a book',
    [
      { path: 'a/b/1.mp3', tags: { album: 'One' } },
      { path: 'a/b/2.mp3', tags: { album: 'Two' } },
    ],
    ['a/b/1.mp3 = One: 1.mp3', 'a/b/2.mp3 = Two: 2.mp3'],
  ],
  [
    'files without numbers are doubtful',
    ['Mara Quill/Ash/one.mp3', 'Mara Quill/Ash/two.mp3'],
    ['Mara Quill/Ash = Ash, by Mara Quill, OneOrMany!: one.mp3 | two.mp3'],
  ],
  [
    'shelves are no authors',
    [
      'Audiobooks/Mara Quill/Ash/a.mp3',
      'M/Mara Quill/Ash/a.mp3',
      'Hörbücher/a-d/Mara Quill/Embers/2 - Ash/a.mp3',
    ],
    [
      'Audiobooks/Mara Quill/Ash = Ash, by Mara Quill: a.mp3',
      'Hörbücher/a-d/Mara Quill/Embers/2 - Ash = Ash, by Mara Quill, in Embers 2: a.mp3',
      'M/Mara Quill/Ash = Ash, by Mara Quill: a.mp3',
    ],
  ],
  [
    'the author’s folder is the one that the tags name',
    [{ path: 'Fantasy/Mara Quill/Ash/a.mp3', tags: { artist: 'Mara Quill' } }],
    ['Fantasy/Mara Quill/Ash = Ash, by Mara Quill: a.mp3'],
  ],
  [
    'readers stand behind the title',
    ['Mara Quill/Ash {Nell Ives & Otto Brandt}/a.mp3', 'Mara Quill/Brine (read by Pia Sund)/a.mp3'],
    [
      'Mara Quill/Ash {Nell Ives & Otto Brandt} = Ash, by Mara Quill, read by Nell Ives + Otto Brandt: a.mp3',
      'Mara Quill/Brine (read by Pia Sund) = Brine, by Mara Quill, read by Pia Sund: a.mp3',
    ],
  ],
  [
    'what shops add is dropped',
    ['Mara Quill/Ash (Unabridged) [B00ABCDEFG]/a.mp3', 'Mara Quill/Brine [B00ABCDEF1] (1999)/a.mp3'],
    [
      'Mara Quill/Ash (Unabridged) [B00ABCDEFG] = Ash, by Mara Quill: a.mp3',
      'Mara Quill/Brine [B00ABCDEF1] (1999) = Brine, by Mara Quill, of 1999: a.mp3',
    ],
  ],
  [
    'a series may stand in brackets',
    ['Mara Quill/Ash (Embers, Book 4)/a.mp3', 'Mara Quill/Brine (Embers #2.5)/a.mp3'],
    [
      'Mara Quill/Ash (Embers, Book 4) = Ash, by Mara Quill, in Embers 4: a.mp3',
      'Mara Quill/Brine (Embers #2.5) = Brine, by Mara Quill, in Embers 2.5: a.mp3',
    ],
  ],
  [
    'author and series may stand before the title again',
    [
      'Mara Quill/Embers/Embers 05 - Ash/a.mp3',
      'Mara Quill/Embers/Embers [06] - Brine/a.mp3',
      'Mara Quill/Embers/Mara Quill - Embers - 07 - Coal/a.mp3',
    ],
    [
      'Mara Quill/Embers/Embers 05 - Ash = Ash, by Mara Quill, in Embers 5: a.mp3',
      'Mara Quill/Embers/Embers [06] - Brine = Brine, by Mara Quill, in Embers 6: a.mp3',
      'Mara Quill/Embers/Mara Quill - Embers - 07 - Coal = Coal, by Mara Quill, in Embers 7: a.mp3',
    ],
  ],
  [
    'numbers of a series come in many forms',
    [
      'Mara Quill/Embers/102. Ash/a.mp3',
      'Mara Quill/Embers/101 Lamps/a.mp3',
      'Mara Quill/Embers/2-3 - Both/a.mp3',
      'Mara Quill/Embers/1a - Letter/a.mp3',
      'Mara Quill/Embers/Bd. 3 - Band/a.mp3',
      'Mara Quill/Embers/Folge 12 - Hoer/a.mp3',
    ],
    [
      'Mara Quill/Embers/101 Lamps = 101 Lamps, by Mara Quill, in Embers: a.mp3',
      'Mara Quill/Embers/102. Ash = Ash, by Mara Quill, in Embers 102: a.mp3',
      'Mara Quill/Embers/1a - Letter = Letter, by Mara Quill, in Embers 1a: a.mp3',
      'Mara Quill/Embers/2-3 - Both = Both, by Mara Quill, in Embers 2-3: a.mp3',
      'Mara Quill/Embers/Bd. 3 - Band = Band, by Mara Quill, in Embers 3: a.mp3',
      'Mara Quill/Embers/Folge 12 - Hoer = Hoer, by Mara Quill, in Embers 12: a.mp3',
    ],
  ],
  [
    'years stand before the title or in brackets',
    [
      'Mara Quill/1999 - Ash/a.mp3',
      'Mara Quill/Embers/1984 - 1999 - Ash/a.mp3',
      'Mara Quill/Ash (1951)/a.mp3',
      'Mara Quill/1984/a.mp3',
      'Mara Quill/Ash - A Chronicle/a.mp3',
    ],
    [
      'Mara Quill/1984 = 1984, by Mara Quill: a.mp3',
      'Mara Quill/1999 - Ash = Ash, by Mara Quill, of 1999: a.mp3',
      'Mara Quill/Ash (1951) = Ash, by Mara Quill, of 1951: a.mp3',
      'Mara Quill/Ash - A Chronicle = Ash, ~ A Chronicle, by Mara Quill: a.mp3',
      'Mara Quill/Embers/1984 - 1999 - Ash = Ash, by Mara Quill, in Embers 1984, of 1999: a.mp3',
    ],
  ],
  [
    'what comes first and last does so',
    ['M Q/Ash/Epilogue.mp3', 'M Q/Ash/Chapter 2.mp3', 'M Q/Ash/Prologue.mp3', 'M Q/Ash/Chapter 1.mp3'],
    ['M Q/Ash = Ash, by M Q: Prologue.mp3 | Chapter 1.mp3 | Chapter 2.mp3 | Epilogue.mp3'],
  ],
  [
    'names count where numbers of tracks disagree',
    [
      { path: 'M Q/Ash/1.mp3', tags: { track: 2 } },
      { path: 'M Q/Ash/2.mp3', tags: { track: 1 } },
    ],
    ['M Q/Ash = Ash, by M Q, OrderDisagrees!: 1.mp3 | 2.mp3'],
  ],
  [
    'chapters are counted in words and in roman numbers, whatever is before and behind them',
    [
      ...[
        'Introduction',
        'Chapter I',
        'Chapter II',
        'Chapter IV',
        'Chapter V',
        'Chapter IX',
        'Chapter X',
      ].map((name) => `M Q/Coal/Coal - ${name}.mp3`),
      ...['Prologue', 'Chapter One', 'Chapter Two', 'Chapter Three', 'Chapter Four', 'Epilogue'].map(
        (name) => `M Q/Ash/${name}.mp3`,
      ),
      ...['Twenty-One', 'Twenty', 'Thirty', 'Two', 'Twenty Two'].map((name) => `M Q/Tin/Part ${name}.mp3`),
    ],
    [
      'M Q/Ash = Ash, by M Q, OneOrMany!: Prologue.mp3 | Chapter One.mp3 | Chapter Two.mp3 | Chapter Three.mp3 | Chapter Four.mp3 | Epilogue.mp3',
      'M Q/Coal = Coal, by M Q, OneOrMany!: Coal - Introduction.mp3 | Coal - Chapter I.mp3 | Coal - Chapter II.mp3 | Coal - Chapter IV.mp3 | Coal - Chapter V.mp3 | Coal - Chapter IX.mp3 | Coal - Chapter X.mp3',
      'M Q/Tin = Tin, by M Q, OneOrMany!: Part Two.mp3 | Part Twenty.mp3 | Part Twenty-One.mp3 | Part Twenty Two.mp3 | Part Thirty.mp3',
    ],
  ],
  [
    'a year before 1000 is none',
    [
      { path: 'M Q/A/1.mp3', tags: { year: '1969' } },
      {
        path: 'M Q/A/metadata.opf',
        text: '<package><metadata><date>0101-01-01T00:00:00+00:00</date></metadata></package>',
      },
    ],
    ['M Q/A = A, by M Q, of 1969: 1.mp3'],
  ],
  [
    'names without numbers are in the order of tracks',
    [
      { path: 'M Q/Ash/zeta.mp3', tags: { track: 1, album: 'Ash' } },
      { path: 'M Q/Ash/alpha.mp3', tags: { track: 2, album: 'Ash' } },
    ],
    ['M Q/Ash = Ash, by M Q: zeta.mp3 | alpha.mp3'],
  ],
  [
    'discs may be tags',
    [
      { path: 'M Q/Ash/a.mp3', tags: { track: 1, disc: 2 } },
      { path: 'M Q/Ash/b.mp3', tags: { track: 1, disc: 1 } },
      { path: 'M Q/Ash/c.mp3', tags: { track: 2, disc: 1 } },
    ],
    ['M Q/Ash = Ash, by M Q: b.mp3 | c.mp3 | a.mp3'],
  ],
  [
    'a number that is missing is told',
    ['M Q/Ash/1.mp3', 'M Q/Ash/2.mp3', 'M Q/Ash/4.mp3'],
    ['M Q/Ash = Ash, by M Q, NumbersMissing!: 1.mp3 | 2.mp3 | 4.mp3'],
  ],
  [
    'the first numbers count',
    ['M Q/Ash/01 - 3 Men.mp3', 'M Q/Ash/02 - The Boat.mp3', 'M Q/Ash/03 - 1999.mp3'],
    ['M Q/Ash = Ash, by M Q: 01 - 3 Men.mp3 | 02 - The Boat.mp3 | 03 - 1999.mp3'],
  ],
  [
    'names are parted as people write them',
    [
      { path: 'M Q/A/a.mp3', tags: { artist: 'Quill, Mara', composer: 'Nell Ives, PhD; Otto Brandt' } },
      { path: 'M Q/B/b.mp3', tags: { artist: 'Quill, Mara, Arden, Tom', narrator: 'A B, C D, E F' } },
    ],
    [
      'M Q/A = A, by Mara Quill, read by Nell Ives, PhD + Otto Brandt: a.mp3',
      'M Q/B = B, by Mara Quill + Tom Arden, read by A B + C D + E F: b.mp3',
    ],
  ],
  [
    'files that cannot be taken refuse nothing else',
    [
      { path: 'M Q/A/1.mp3' },
      { path: 'M Q/A/2.mp3', refusal: 'BrokenMedia' },
      { path: 'M Q/B/x.mp3', refusal: 'BrokenMedia' },
      { path: 'M Q/B/y.mp3', refusal: 'UnsupportedMedia' },
    ],
    ['M Q/A = A, by M Q: 1.mp3', 'M Q/B = B, by M Q, Refused: '],
  ],
  [
    'metadata counts for all discs',
    [
      'M Q/A/CD1/1.mp3',
      'M Q/A/CD2/1.mp3',
      {
        path: 'M Q/A/metadata.json',
        text: '{"title":"T","series":["X #1","Y #2"],"description":"<p>Hi &amp; ho</p><p>you</p>"}',
      },
    ],
    ['M Q/A = T, by M Q, in X 1: CD1/1.mp3 | CD2/1.mp3'],
  ],
  [
    'an .nfo has lines',
    [
      'M Q/A/1.mp3',
      {
        path: 'M Q/A/a.nfo',
        text: 'Title: The A\nAuthor: Q Z\nRead By: N I\nCopyright: 2001\n\nBook Description\n=====\nGood.\n',
      },
    ],
    ['M Q/A = The A, by Q Z, read by N I, of 2001: 1.mp3'],
  ],
  [
    'an .nfo may be XML, as media centres write it',
    [
      'M Q/A/1.mp3',
      {
        path: 'M Q/A/a.nfo',
        text: '<audiobook><title>The A</title><series>Tide</series><volume>3</volume></audiobook>',
      },
      'M Q/B/1.mp3',
      {
        path: 'M Q/B/b.nfo',
        text: '<book><title>The B</title><series><name>Tide</name><id>7</id></series></book>',
      },
    ],
    ['M Q/A = The A, by M Q, in Tide 3: 1.mp3', 'M Q/B = The B, by M Q, in Tide: 1.mp3'],
  ],
  [
    'a reader in an .opf may be a contributor, as OPF has it',
    [
      'M Q/A/1.mp3',
      {
        path: 'M Q/A/metadata.opf',
        text: '<package><metadata><creator>Q Z</creator><contributor role="nrt">N I</contributor><contributor>O B</contributor><contributor role="bkp">calibre</contributor></metadata></package>',
      },
    ],
    ['M Q/A = A, by Q Z, read by N I: 1.mp3'],
  ],
  [
    'numbers are in the digits of any script',
    [
      ...['فصل ١٠', 'فصل ٢', 'فصل ١', 'فصل ٣'].map((name) => `M Q/A/${name}.mp3`),
      ...['２', '１０', '１'].map((name) => `M Q/B/${name}.mp3`),
    ],
    [
      'M Q/A = A, by M Q, NumbersMissing!: فصل ١.mp3 | فصل ٢.mp3 | فصل ٣.mp3 | فصل ١٠.mp3',
      'M Q/B = B, by M Q, NumbersMissing!: １.mp3 | ２.mp3 | １０.mp3',
    ],
  ],
  [
    'a year in the root is no author, but may be a title',
    ['1951 - The Quiet Orchard.mp3', 'Tom Arden - 1984/1.mp3', 'Tom Arden - Tide 2.m4b'],
    [
      '1951 - The Quiet Orchard.mp3 = The Quiet Orchard, of 1951: 1951 - The Quiet Orchard.mp3',
      'Tom Arden - 1984 = 1984, by Tom Arden, GuessedAuthor!: 1.mp3',
      'Tom Arden - Tide 2.m4b = Tide 2, by Tom Arden, GuessedAuthor!: Tom Arden - Tide 2.m4b',
    ],
  ],
  [
    'tags that say nothing are not heard',
    [
      { path: 'M Q/A/1.mp3', tags: { album: 'Unknown Album', artist: 'Various', title: 'Track 1' } },
      { path: 'M Q/B/1.mp3', tags: { albumArtist: 'Various Authors', composer: 'Various Narrators' } },
    ],
    ['M Q/A = A, by M Q: 1.mp3', 'M Q/B = B, by M Q: 1.mp3'],
  ],
  [
    'authors may read themselves',
    [{ path: 'x/Ash/1.mp3', tags: { album: 'Ash', artist: 'Q Z', narrator: 'Q Z' } }],
    ['x/Ash = Ash, by Q Z, read by Q Z: 1.mp3'],
  ],
  [
    'a grouping may name the series',
    [
      { path: 'x/Ash/1.mp3', tags: { album: 'Ash', grouping: 'Embers #3' } },
      { path: 'x/Br/1.mp3', tags: { album: 'Br', grouping: 'Embers, Book 4' } },
      { path: 'x/Embers/5 - Co/1.mp3', tags: { album: 'Co', series: 'embers' } },
    ],
    [
      'x/Ash = Ash, in Embers 3: 1.mp3',
      'x/Br = Br, in Embers 4: 1.mp3',
      'x/Embers/5 - Co = Co, ~ Co, by Embers, in embers: 1.mp3',
    ],
  ],
  [
    'words that all names begin with tell no order',
    ['M Q/Ash/Ash 22 - Chapter 1.mp3', 'M Q/Ash/Ash 22 - Epilogue.mp3', 'M Q/Ash/Ash 22 - Prologue.mp3'],
    ['M Q/Ash = Ash, by M Q: Ash 22 - Prologue.mp3 | Ash 22 - Chapter 1.mp3 | Ash 22 - Epilogue.mp3'],
  ],
  [
    'numbers may be words, or roman',
    [
      ...['One', 'Two', 'Three', 'Epilogue'].map((name) => `M Q/A/Chapter ${name}.mp3`),
      ...['IX', 'V', 'I'].map((name) => `M Q/B/${name}.mp3`),
    ],
    [
      'M Q/A = A, by M Q, OneOrMany!: Chapter One.mp3 | Chapter Two.mp3 | Chapter Three.mp3 | Chapter Epilogue.mp3',
      'M Q/B = B, by M Q, OneOrMany!: I.mp3 | V.mp3 | IX.mp3',
    ],
  ],
  [
    'what lies beside the sound of a disc counts for the book',
    [
      'M Q/A/CD1/1.mp3',
      'M Q/A/CD2/1.mp3',
      { path: 'M Q/A/CD1/metadata.json', text: '{"title":"T","subtitle":"S"}' },
      { path: 'M Q/A/metadata.json', text: '{"title":"U"}' },
      'M Q/B CD1/1.mp3',
      'M Q/B CD2/1.mp3',
      { path: 'M Q/B CD1/reader.txt', text: 'Nell Ives' },
    ],
    ['M Q/A = U, ~ S, by M Q: CD1/1.mp3 | CD2/1.mp3', 'M Q/B = B, by M Q, read by Nell Ives: 1.mp3 | 1.mp3'],
  ],
  [
    'm4b files of several albums are a book each',
    [
      { path: 'M Q/E/a.m4b', tags: { album: 'A' } },
      { path: 'M Q/E/b.m4b', tags: { album: 'A' } },
      { path: 'M Q/E/c.m4b', tags: { album: 'C' } },
    ],
    [
      'M Q/E/a.m4b = A, by M Q, in E: a.m4b',
      'M Q/E/b.m4b = A, by M Q, in E: b.m4b',
      'M Q/E/c.m4b = C, by M Q, in E: c.m4b',
    ],
  ],
  [
    'shelves of the root have what the root has',
    ['Audiobooks/Mara Quill - Ash/1.mp3'],
    ['Audiobooks/Mara Quill - Ash = Ash, by Mara Quill, GuessedAuthor!: 1.mp3'],
  ],
  [
    'files that cannot be taken change no other book',
    [
      { path: 'Mara Quill/Embers/1 - Ash.m4b', refusal: 'BrokenMedia' },
      'Mara Quill/Embers/2 - Brine.m4b',
      { path: 'Mara Quill/Lock/1.mp3', tags: { title: 'The Gate' } },
      { path: 'Mara Quill/Lock/2.mp3', refusal: 'BrokenMedia' },
      'Mara Quill/Mill/Mill.m4b',
      { path: 'Mara Quill/Mill/1.mp3', refusal: 'BrokenMedia' },
      'Mara Quill/Noon/1.mp3',
      { path: 'Mara Quill/Noon/Noon.m4b', refusal: 'BrokenMedia' },
      'Mara Quill/Oar/CD1/1.mp3',
      { path: 'Mara Quill/Oar/CD2/1.mp3', refusal: 'BrokenMedia' },
    ],
    [
      'Mara Quill/Embers/1 - Ash.m4b = Ash, by Mara Quill, in Embers 1, Refused: ',
      'Mara Quill/Embers/2 - Brine.m4b = Brine, by Mara Quill, in Embers 2: 2 - Brine.m4b',
      'Mara Quill/Lock = Lock, by Mara Quill: 1.mp3',
      'Mara Quill/Mill = Mill, by Mara Quill: Mill.m4b',
      'Mara Quill/Noon = Noon, by Mara Quill: 1.mp3',
      'Mara Quill/Oar = Oar, by Mara Quill: CD1/1.mp3',
    ],
  ],
  [
    'discs of a name that another folder has are a book at the first of them',
    ['M Q/Ash/1.mp3', 'M Q/Ash CD1/1.mp3', 'M Q/Ash CD2/1.mp3'],
    ['M Q/Ash = Ash, by M Q: 1.mp3', 'M Q/Ash CD1 = Ash, by M Q: 1.mp3 | 1.mp3'],
  ],
])('%s', (_rule, files, books) => {
  expect(planImport({ files: files.map(fileOf) }).books.map(shown)).toEqual(books)
})
