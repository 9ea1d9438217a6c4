import { readChaptersText, readCueFiles } from '../../../catalogue/chapters/chapter-texts.ts'
import { foldText } from '@earmark/contract/fold.ts'
import type { SideChapters } from '../import-record.ts'

/** A file of chapters beside the sound. */
export interface ChaptersText {
  readonly path: string
  readonly text: string
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path: string) => foldText(path.slice(path.lastIndexOf('/') + 1))
const stemOf = (path: string) => nameOf(path).replace(/\.[^.]*$/, '')

/** Whether a file is called by an audio file's name, with its extension or without. */
function isNamedBy(path: string, sound: string): boolean {
  return folderOf(path) === folderOf(sound) && [stemOf(sound), nameOf(sound)].includes(stemOf(path))
}

export interface BookPlace {
  /** Paths of the book's files. */
  readonly sounds: readonly string[]
  /** Its own, and where its files lie; the best first. */
  readonly folders: readonly string[]
  /** Whether no other book has files in them. */
  readonly ownsFolders: boolean
}

/**
 * What files beside the sound of a book say of its chapters, best first: JSON, then cue sheets. Names in a cue sheet are
 * compared with the book's files, and never opened.
 */
export function readSideChapters(texts: readonly ChaptersText[], place: BookPlace): SideChapters[] {
  const beside = place.folders.flatMap((folder) => texts.filter(({ path }) => folderOf(path) === folder))
  const [json, cue] = [readJson(beside, place), readCues(beside, place)]
  return [json, cue].filter((found) => found.parts.some(({ chapters }) => chapters.length > 0))
}

function readJson(texts: readonly ChaptersText[], { sounds, ownsFolders }: BookPlace): SideChapters {
  const files = texts.filter(({ path }) => /\.json$/i.test(path))
  const whole = ownsFolders ? files.find(({ path }) => nameOf(path) === 'chapters.json') : undefined
  const named = sounds.flatMap((sound) => {
    const text = files.find(({ path }) => isNamedBy(path, sound))?.text
    return text === undefined ? [] : [{ path: sound, chapters: chaptersOf(text) }]
  })
  const parts = whole ? [{ path: null, chapters: chaptersOf(whole.text) }] : named
  return { source: 'Json', parts: parts.some(({ chapters }) => chapters.length > 0) ? parts : named }
}

function chaptersOf(text: string) {
  const found = readChaptersText(text)
  return found?.source === 'Json' ? found.chapters : []
}

function readCues(texts: readonly ChaptersText[], { sounds, ownsFolders }: BookPlace): SideChapters {
  const sheets = texts.filter(({ path }) => /\.cue$/i.test(path))
  const named = sounds.flatMap((sound) => {
    const sheet = sheets.find(({ path }) => isNamedBy(path, sound))
    return sheet ? partsOf(sheet, sounds, sound) : []
  })
  if (named.length > 0) return { source: 'Cue', parts: named }
  const [only, ...others] = sheets
  return {
    source: 'Cue',
    parts: only && others.length === 0 ? partsOf(only, sounds, ownsFolders ? null : undefined) : [],
  }
}

/** @param otherwise the file that is meant by a name that is none of the book's; undefined for none */
function partsOf(
  { text }: ChaptersText,
  sounds: readonly string[],
  otherwise: string | null | undefined,
): SideChapters['parts'] {
  const files = readCueFiles(text)
  return files.flatMap(({ name, chapters }) => {
    const found = name === null ? undefined : soundNamed(name.replaceAll('\\', '/'), sounds)
    if (found !== undefined) return [{ path: found, chapters }]
    return otherwise === undefined || files.length > 1 ? [] : [{ path: otherwise, chapters }]
  })
}

/** Sheets keep the names of files that were encoded since: those without extensions are compared, too. */
function soundNamed(name: string, sounds: readonly string[]): string | undefined {
  return soundAmong(name, sounds, foldText) ?? soundAmong(name, sounds, withoutExtension)
}

/** Of several with this name, the one whose folder is named, too. */
function soundAmong(
  name: string,
  sounds: readonly string[],
  formOf: (path: string) => string,
): string | undefined {
  const wanted = formOf(name)
  const alike = sounds.filter((sound) => nameOf(formOf(sound)) === nameOf(wanted))
  return alike.length < 2 ? alike[0] : alike.find((sound) => `/${formOf(sound)}`.endsWith(`/${wanted}`))
}

function withoutExtension(path: string): string {
  return foldText(path).replace(/\.[^./]*$/, '')
}
