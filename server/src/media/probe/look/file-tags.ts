import type { FileTags } from '@earmark/contract/planner/plan-input.ts'
import type { IAudioMetadata, ITag } from 'music-metadata'

/** What tags say that an import asks for, under the names of the planner. */

type Text = Exclude<keyof FileTags, 'track' | 'disc'>

/** By the upper-case names of ID3v2 frames, of atoms, of Vorbis comments and of WAV, also within `TXXX`, `----` and Matroska. */
const nativeNames: Readonly<Partial<Record<Text, readonly string[]>>> = {
  album: ['ALBUM'],
  subtitle: ['TIT3', 'SUBTITLE'],
  albumArtist: ['ALBUMARTIST', 'ALBUM ARTIST', 'TPE2', 'AART'],
  narrator: ['NARRATOR', '©NRT'],
  series: ['SERIES'],
  seriesPart: ['SERIES-PART'],
  grouping: ['TIT1', 'GRP1', '©GRP', 'GROUPING', 'CONTENTGROUP'],
  movementName: ['MVNM', '©MVN', 'MOVEMENTNAME'],
  movementIndex: ['MVIN', '©MVI', 'MOVEMENT'],
  publisher: ['TPUB', '©PUB', 'PUBLISHER', 'ORGANIZATION'],
  description: ['DESC', 'LDES', 'DESCRIPTION', 'COMM', 'COM', '©CMT', 'COMMENT', 'ICMT'],
  language: ['TLAN', 'LANGUAGE'],
  year: ['DATE'],
}

/** Of a text in the facts that are kept; descriptions may be longer than names. */
const [maxTextLength, maxDescriptionLength] = [1_000, 20_000]
const maxNumber = 9_999
/** Of one name. */
const mostTexts = 100

export function readFileTags({ common, native }: IAudioMetadata): FileTags {
  const texts = nativeTexts(Object.values(native).flat())
  const all = (name: Text) =>
    nativeNames[name]?.map((id) => texts.get(id)).find((values) => values !== undefined)
  const said = (name: Text, otherwise?: string) => all(name)?.[0] ?? otherwise
  const list = (values: readonly string[] | undefined) => values?.flatMap(partsOf).join('; ')
  const { no: movement } = common.movementIndex
  return present({
    title: common.title,
    subtitle: said('subtitle', list(common.subtitle)),
    album: common.album ?? said('album'),
    artist: list(common.artists) ?? common.artist,
    albumArtist: list(all('albumArtist')) ?? common.albumartist,
    composer: list(common.composer),
    narrator: list(all('narrator')),
    series: said('series'),
    seriesPart: said('seriesPart'),
    grouping: said('grouping', common.grouping),
    movementName: said('movementName', common.movement),
    movementIndex: said('movementIndex', movement === null ? undefined : String(movement)),
    year: common.date ?? (common.year === undefined ? said('year') : String(common.year)),
    track: common.track.no ?? undefined,
    disc: common.disk.no ?? undefined,
    description: said('description', list(common.description)),
    publisher: said('publisher', list(common.label)),
    language: said('language', common.language),
  })
}

/** Those of each name; without iTunes' own comments. */
function nativeTexts(tags: readonly ITag[]): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const { id, value } of tags) {
    const name = id.replace(/^(?:TXXX:|----:com\.apple\.iTunes:|(?:segment|track):)/i, '').toUpperCase()
    for (const text of partsOf(textOf(value))) {
      const known = texts.get(name) ?? []
      if (known.length < mostTexts && !known.includes(text)) texts.set(name, [...known, text])
    }
  }
  return texts
}

/** Programs write the separator of ID3v2.4, a zero, into other tags as well. */
function partsOf(text: string): string[] {
  return text
    .split('\0', mostTexts)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Comments have a text beside their language and heading; those with a heading are of programs. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  const { text, descriptor } = value as { readonly text?: unknown; readonly descriptor?: unknown }
  const isOfProgram = typeof descriptor === 'string' && /^i?tun|^id3v1/i.test(descriptor)
  return typeof text === 'string' && !isOfProgram ? text.trim() : ''
}

function present(tags: { readonly [Name in keyof FileTags]: FileTags[Name] | undefined }): FileTags {
  const kept = Object.entries(tags).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'number') return value >= 0 && value <= maxNumber ? [[name, value]] : []
    const text = cleanText(value ?? '', name === 'description' ? maxDescriptionLength : undefined)
    return text === '' ? [] : [[name, text]]
  })
  return Object.fromEntries(kept)
}

/** Line breaks stay: they part names. */
export function cleanText(text: string, length = maxTextLength): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/[\p{Cc}--[\t\n\r]]/gv, ' ')
    .trim()
}
