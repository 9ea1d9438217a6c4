import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { descendantsOf } from '../../../testing/process-state.ts'
import { pathKeyOf, placeOf } from './path-key.ts'
import { walkFolder } from './walk-folder.ts'
import { TooManyFiles, walkTree } from './walk-tree.ts'

let root: string
const { signal } = new AbortController()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'earmark-walk-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string | Buffer, text = 'sound'): void {
  const place = typeof path === 'string' ? join(root, path) : Buffer.concat([Buffer.from(`${root}/`), path])
  if (typeof path === 'string') mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(place, text)
}

const walk = (start = '') => walkFolder({ root, places: [{ path: start, isDeep: true }] }, signal)
const paths = async () => (await walk()).sounds.map(({ path }) => path)

it('finds sounds, texts and pictures of a tree with their sizes and times', async () => {
  put('Ash/01.mp3', 'abc')
  put('Ash/cover.jpg')
  put('Ash/metadata.opf')
  put('Ash/notes.pdf')
  utimesSync(join(root, 'Ash/01.mp3'), 1, 1_700_000_000.7)
  const { folders, sounds, sideFiles, signatures } = await walk()
  expect(sounds).toEqual([
    { path: 'Ash/01.mp3', pathKey: 'Ash/01.mp3', sizeBytes: 3, modifiedSeconds: 1_700_000_000 },
  ])
  expect(sideFiles.map(({ path }) => path)).toEqual(['Ash/cover.jpg', 'Ash/metadata.opf'])
  expect([folders, signatures.map(([key]) => key)]).toEqual([2, ['', 'Ash']])
})

it.each([
  ['hidden ones', '.trash/01.mp3'],
  ['those of other programs', '@eaDir/01.mp3'],
  ['unfinished downloads', 'Ash/01.mp3.part'],
  ['extras', 'Ash/Extras/01.mp3'],
  ['more than 12 levels', `${'a/'.repeat(13)}01.mp3`],
  ['paths of more than 1 024 bytes', `${`${'ü'.repeat(120)}/`.repeat(5)}01.mp3`],
])('does not look at %s', async (_what, path) => {
  put(path)
  put('Ash/02.mp3')
  expect(await paths()).toEqual(['Ash/02.mp3'])
})

it.each(['.ignore', '.nomedia'])('leaves out a folder with %s and all below it', async (name) => {
  put(`Ash/${name}`)
  put('Ash/deep/01.mp3')
  put('Brine/01.mp3')
  expect(await paths()).toEqual(['Brine/01.mp3'])
})

it('follows links within the folder only, each real folder once', async () => {
  put('Ash/01.mp3')
  symlinkSync('/', join(root, 'everything'))
  symlinkSync('/etc/hostname', join(root, 'host.mp3'))
  symlinkSync('..', join(root, 'Ash/loop'))
  symlinkSync('itself', join(root, 'itself'))
  symlinkSync('Ash', join(root, 'Zebra'))
  symlinkSync('Ash/01.mp3', join(root, 'again.mp3'))
  expect(await paths()).toEqual(['again.mp3', 'Ash/01.mp3'])
})

it.each(['01.mp3', 'metadata.opf', 'cover.jpg'])('leaves out %s that is no file', async (name) => {
  put('Ash/02.mp3')
  execFileSync('mkfifo', [join(root, 'Ash', name)])
  symlinkSync('/dev/zero', join(root, 'Ash', `zero-${name}`))
  symlinkSync(name, join(root, 'Ash', `link-${name}`))
  mkdirSync(join(root, name))
  const { sounds, sideFiles } = await walk()
  expect([...sounds, ...sideFiles].map(({ path }) => path)).toEqual(['Ash/02.mp3'])
})

it('tells names apart that other systems take for one', async () => {
  const twins = [
    'na\u0308me.mp3',
    'näme.mp3',
    'NÄME.mp3',
    'näme.mp3 ',
    'CON.mp3',
    'a:b.mp3',
    'a\\b.mp3',
    '‥.mp3',
  ]
  for (const name of twins) put(name, name)
  const { sounds } = await walk()
  const found = sounds.map(({ pathKey }) => readFileSync(placeOf(root, pathKey), 'utf8'))
  expect(found.toSorted()).toEqual(twins.filter((name) => name.endsWith('.mp3')).toSorted())
})

it('keeps names that are no UTF-8 as their bytes, and shows them', async () => {
  put(Buffer.from([0x66, 0xff, 0x2e, 0x6d, 0x70, 0x33]), 'here')
  const [file] = (await walk()).sounds
  expect(file?.path).toBe('f\ufffd.mp3')
  expect(readFileSync(placeOf(root, file?.pathKey ?? ''), 'utf8')).toBe('here')
})

it('shows names that are no UTF-8 apart from others of their folder', async () => {
  for (const byte of [0xfe, 0xff]) {
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([byte])]))
    put(Buffer.from([byte, 0x2f, 0x31, 0x2e, 0x6d, 0x70, 0x33]))
  }
  put('\ufffd/1.mp3')
  const { sounds } = await walk()
  expect(sounds.map(({ path }) => path)).toEqual([
    '\ufffd/1.mp3',
    '\ufffd\ufffd/1.mp3',
    '\ufffd\ufffd\ufffd/1.mp3',
  ])
})

it.each(['plain', 'na\u0308ive', 'näive', 'emoji 🎧', '\u202eright', '<script>', 'line\nbreak'])(
  'a path key of %j leads back to its file',
  (name) => {
    put(name)
    expect(readFileSync(placeOf(root, pathKeyOf(Buffer.from(name))), 'utf8')).toBe('sound')
  },
)

it('a folder has another signature where a file of it has another size, time or name', async () => {
  put('Ash/01.mp3')
  put('Brine/01.mp3')
  utimesSync(join(root, 'Ash/01.mp3'), 1, 1)
  const before = new Map((await walk()).signatures)
  utimesSync(join(root, 'Ash/01.mp3'), 1, 2)
  const after = new Map((await walk()).signatures)
  expect(after.get('Ash')).not.toBe(before.get('Ash'))
  expect(after.get('Brine')).toBe(before.get('Brine'))
})

it('folders whose signatures are known are counted alone; one that is gone is told', async () => {
  put('Ash/01.mp3')
  put('Brine/01.mp3')
  put('Coal/01.mp3')
  const known = new Map((await walk()).signatures)
  rmSync(join(root, 'Brine'), { recursive: true })
  put('Ash/02.mp3')
  const places = [{ path: '', isDeep: true }]
  const { sounds, signatures, ...count } = await walkFolder({ root, places, known }, signal)
  expect(sounds.map(({ path }) => path)).toEqual(['Ash/01.mp3', 'Ash/02.mp3'])
  expect(signatures.map(([path]) => path)).toEqual(['Ash'])
  expect(count).toEqual({
    sideFiles: [],
    folders: 3,
    soundsCount: 3,
    gone: ['Brine'],
    hasLinks: false,
    closed: [],
  })
})

it('a folder that goes meanwhile is left out', () => {
  for (const name of ['Ash', 'Brine', 'Coal']) put(`${name}/01.mp3`)
  const found: string[] = []
  for (const { path } of walkTree(root)) {
    rmSync(join(root, 'Brine'), { recursive: true, force: true })
    found.push(path)
  }
  expect(found).toEqual(['', 'Ash', 'Coal'])
})

it.skipIf(process.getuid?.() === 0)('what is closed to this user is told apart', async () => {
  for (const name of ['Ash', 'Brine', 'Coal']) put(`${name}/01.mp3`)
  chmodSync(join(root, 'Brine'), 0)
  chmodSync(join(root, 'Coal'), 0o400)
  const { sounds, closed } = await walk()
  for (const name of ['Brine', 'Coal']) chmodSync(join(root, name), 0o700)
  expect(sounds.map(({ path }) => path)).toEqual(['Ash/01.mp3'])
  expect(closed.map(({ path }) => path)).toEqual(['Brine', 'Coal/01.mp3'])
})

it('a folder that is not there is not available', async () => {
  rmSync(root, { recursive: true })
  await expect(walk()).rejects.toMatchObject({ code: 'FolderUnavailable' })
})

it('more files than an import takes are too many', () => {
  for (const name of ['1.mp3', '2.mp3', '3.mp3']) put(name)
  const limits = { files: 2, levels: 12, pathBytes: 1024 }
  expect(() => [...walkTree(root, '', { limits })]).toThrow(TooManyFiles)
})

it('ends with its signal', async () => {
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(walkFolder({ root, places: [{ path: '', isDeep: true }] }, stopped)).rejects.toThrow('stopped')
})

it('walks at one time, after one another and after one that failed each tell of their own folder', async () => {
  const names = ['Ash', 'Brine', 'Coal']
  for (const name of names) put(`${name}/01.mp3`)
  const each = () => Promise.all(names.map((name) => walk(name)))
  for (const walks of [await each(), await each()])
    expect(walks.map(({ sounds }) => sounds.map(({ path }) => path))).toEqual([
      ['Ash/01.mp3'],
      ['Brine/01.mp3'],
      ['Coal/01.mp3'],
    ])
  await expect(walkFolder(gone(), signal)).rejects.toMatchObject({ code: 'FolderUnavailable' })
  expect(await paths()).toEqual(['Ash/01.mp3', 'Brine/01.mp3', 'Coal/01.mp3'])
})

it('goes by the process of the walk before', async () => {
  // A walk that fails takes its process along; those of other nodes rest.
  await expect(walkFolder(gone(), signal)).rejects.toMatchObject({ code: 'FolderUnavailable' })
  const others = new Set(walkers())
  const own = () => walkers().filter((pid) => !others.has(pid))
  await walk()
  const before = own()
  expect(before).toHaveLength(1)
  await walk()
  expect(own()).toEqual(before)
})

const gone = () => ({ root: join(root, 'gone'), places: [{ path: '', isDeep: true }] })

/** Process ids. */
function walkers(): number[] {
  return descendantsOf(process.pid).filter(isWalker)
}

function isWalker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('walk-folder.ts')
  } catch {
    // It has ended meanwhile.
    return false
  }
}
