import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { id3Texts } from '../../testing/recordings/tags.ts'
import { variableMp3 } from '../../testing/variable-mp3.ts'
import { lookIntoFile, readPicture } from './look-file.ts'
import { answerProbeRequest } from './probe-request.ts'

const run = promisify(execFile)
const fixtures = join(import.meta.dirname, '../fixtures')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-look-'))
})
afterAll(() => rm(folder, { recursive: true }))

const look = async (path: string) => await lookIntoFile(path, (await stat(path)).size)
const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args])

/** A tone of a second with some tags. */
async function makeTone(name: string, hertz: number, ...args: string[]): Promise<string> {
  const path = join(folder, name)
  await ffmpeg('-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=3`, ...args, path)
  return path
}

const longText = 'What happens in it. '.repeat(400)

describe.each(['mp3', 'm4b', 'flac', 'ogg', 'opus', 'aac', 'wav', 'webm'])('%s', (extension) => {
  const codec = extension === 'ogg' ? ['-c:a', 'libvorbis'] : extension === 'webm' ? ['-c:a', 'libopus'] : []

  it('keeps its print when it is tagged anew', async () => {
    const path = await makeTone(`plain.${extension}`, 440, ...codec, '-metadata', 'title=Before')
    const tagged = join(folder, `tagged.${extension}`)
    const tags = ['-metadata', 'title=Behind', '-metadata', `comment=${longText}`]
    await ffmpeg('-i', path, '-c', 'copy', ...tags, tagged)
    expect((await look(tagged)).print).toBe((await look(path)).print)
  })

  it('has another print where it sounds otherwise', async () => {
    const path = await makeTone(`low.${extension}`, 220, ...codec)
    const other = await makeTone(`high.${extension}`, 880, ...codec)
    expect((await look(other)).print).not.toBe((await look(path)).print)
  })
})

it('an MP3 keeps its print behind tags of other programs', async () => {
  const path = await makeTone('bare.mp3', 330)
  const bytes = await readFile(path)
  const id3v1 = Buffer.alloc(128)
  id3v1.write('TAGtitle')
  const id3v2 = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x08\0', 'latin1'), Buffer.alloc(1024)])
  const tagged = join(folder, 'tagged-by-others.mp3')
  await writeFile(tagged, Buffer.concat([id3v2, bytes, id3v1]))
  expect((await look(tagged)).print).toBe((await look(path)).print)
})

const spoken = {
  title: 'One',
  subtitle: 'A Chronicle',
  album: 'Ash',
  artist: 'Mara Quill',
  albumArtist: 'Mara Quill; Otto Brandt',
  composer: 'Nell Ives',
  narrator: 'Pia Sund',
  series: 'Embers',
  seriesPart: '2.5',
  year: '2011-05-02',
  track: 3,
  disc: 2,
} as const

const names: Readonly<Record<keyof typeof spoken, string>> = {
  title: 'title',
  subtitle: 'SUBTITLE',
  album: 'album',
  artist: 'artist',
  albumArtist: 'album_artist',
  composer: 'composer',
  narrator: 'NARRATOR',
  series: 'SERIES',
  seriesPart: 'SERIES-PART',
  year: 'date',
  track: 'track',
  disc: 'disc',
}

it.each([
  ['mp3', { subtitle: 'TIT3' }, []],
  ['flac', {}, []],
  ['opus', {}, []],
  ['ogg', {}, ['-c:a', 'libvorbis']],
] as const)('reads the tags of %s', async (extension, others, args) => {
  const own: Record<string, string> = { ...names, ...others }
  const metadata = Object.entries(spoken).flatMap(([name, value]) => ['-metadata', `${own[name]}=${value}`])
  const { tags } = await look(await makeTone(`spoken.${extension}`, 500, ...args, ...metadata))
  expect(tags).toMatchObject(spoken)
})

it('reads the tags of webm, which its parser gives names of their own', async () => {
  const own = { album: 'Ash', artist: 'Mara Quill', NARRATOR: 'Pia Sund', SERIES: 'Embers', date: '2011' }
  const metadata = Object.entries(own).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
  const { tags } = await look(await makeTone('spoken.webm', 500, '-c:a', 'libopus', ...metadata))
  expect(tags).toMatchObject({
    album: 'Ash',
    artist: 'Mara Quill',
    narrator: 'Pia Sund',
    series: 'Embers',
    year: '2011',
  })
})

it('reads a tag of ID3v2.3 that is unsynchronised', async () => {
  const tag = id3Texts(3, [
    ['TALB', 'Aÿþ'],
    ['TPE1', 'Mara Quill'],
  ])
  const text = tag.subarray(10).toString('latin1')
  const body = Buffer.from(text.replace(/\xff(?=[\xe0-\xff\0])/gu, '\xff\0'), 'latin1')
  const head = Buffer.from([...tag.subarray(0, 5), 0x80, 0, 0, body.length >> 7, body.length & 0x7f])
  const path = join(folder, 'unsynchronised.mp3')
  await writeFile(path, Buffer.concat([head, body, variableMp3(2)]))
  expect((await look(path)).tags).toMatchObject({ album: 'Aÿþ', artist: 'Mara Quill' })
})

it('reads the tags of m4b', async () => {
  const own = [
    'title=One',
    'album=Ash',
    'artist=Mara Quill',
    'composer=Nell Ives',
    'description=What happens',
  ]
  const metadata = own.flatMap((tag) => ['-metadata', tag])
  const { tags } = await look(await makeTone('spoken.m4b', 500, ...metadata))
  const { title, album, artist, composer, description } = tags
  expect({ title, album, artist, composer, description }).toEqual({
    title: 'One',
    album: 'Ash',
    artist: 'Mara Quill',
    composer: 'Nell Ives',
    description: 'What happens',
  })
})

it.each([3, 4] as const)('parts the values of a frame of ID3v2.%i by zeros', async (version) => {
  const texts = [
    ['TPE1', 'Mara Quill\0Tom Arden'],
    ['TPE2', 'Mara Quill\0Otto Brandt'],
    ['TXXX:NARRATOR', 'Nell Ives\0\0Pia Sund\0'],
  ] as const
  const path = join(folder, `zeros.${version}.mp3`)
  await writeFile(path, Buffer.concat([id3Texts(version, texts), variableMp3(2)]))
  expect((await look(path)).tags).toMatchObject({
    artist: 'Mara Quill; Tom Arden',
    albumArtist: 'Mara Quill; Otto Brandt',
    narrator: 'Nell Ives; Pia Sund',
  })
})

it('tells which sounds one decoder plays, and whether there is a picture', async () => {
  const [one, other] = [await makeTone('one.mp3', 300), await makeTone('other.mp3', 400)]
  const mono = await makeTone('rate.mp3', 400, '-ar', '22050')
  const keys = await Promise.all([one, other, mono].map(async (path) => (await look(path)).joinKey))
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).not.toBe(keys[2])
  expect((await look(one)).hasPicture).toBe(false)
})

it.each([
  ['ID3v2.3', '3'],
  ['ID3v2.4, of which sizes are wrong', '4'],
])('reads the picture behind thirty chapters in %s', async (_what, version) => {
  const listing = Array.from({ length: 30 }, (_, place) => {
    const title = place === 7 ? 'Long '.repeat(40) : `Chapter ${place}`
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${place * 100}\nEND=${place * 100 + 100}\ntitle=${title}\n`
  })
  const [chapters, cover] = [join(folder, 'chapters.txt'), join(folder, 'cover.jpg')]
  await writeFile(chapters, [';FFMETADATA1\ntitle=Ash\n', ...listing].join(''))
  await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=60x80', '-frames:v', '1', cover)
  const inputs = ['-i', chapters, '-i', cover, '-map', '0:a', '-map', '2:v', '-map_metadata', '1']
  const path = await makeTone(`v${version}.mp3`, 440, ...inputs, '-c:v', 'copy', '-id3v2_version', version)
  expect(await look(path)).toMatchObject({ hasPicture: true, tags: { title: 'Ash' } })
  expect((await look(path)).chapters).toHaveLength(30)
  const picture = await readPicture(path, (await stat(path)).size)
  expect(picture).toEqual(new Uint8Array(await readFile(cover)))
})

it.each(['tone.mp3', 'tone.m4b', 'tone.flac', 'tone.ogg', 'one-second.opus'])(
  '%s, cut at 60 %, is broken',
  async (name) => {
    const bytes = await readFile(join(fixtures, name))
    const path = join(folder, `cut-${name}`)
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.6)))
    await expect(look(path)).rejects.toMatchObject({ code: 'BrokenMedia' })
  },
)

it('a file of which nothing is left, and one that is text, are refused', async () => {
  const [empty, text] = [join(folder, 'empty.mp3'), join(folder, 'text.mp3')]
  await writeFile(empty, '')
  await writeFile(text, 'These are words. '.repeat(1000))
  await expect(look(empty)).rejects.toMatchObject({ code: 'BrokenMedia' })
  await expect(look(text)).rejects.toMatchObject({ code: 'UnsupportedMedia' })
})

it.runIf(process.platform === 'linux')('a file that the disk does not give is unreadable', async () => {
  // Its beginning is no memory of the process: EIO.
  const path = '/proc/self/mem'
  expect(await answerProbeRequest({ kind: 'look', path, sizeBytes: 1_000 })).toMatchObject({
    code: 'UnreadableMedia',
  })
})
