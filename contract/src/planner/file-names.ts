import { foldText } from '../fold.ts'

/** Paths are relative, with `/`. Comparisons equate case, accents, forms of Unicode, underscores with spaces, and digits. */

export function foldName(name: string): string {
  return foldText(name.replaceAll('_', ' ')).replace(otherDigits, (digit) => String(digitValue(digit)))
}

const otherDigits = /[\p{Nd}--[0-9]]/gv

/** The digits of a script follow one another from zero to nine. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  const isDigit = (value: number) => /\p{Nd}/u.test(String.fromCodePoint(code - value))
  let value = 0
  while (value < 9 && isDigit(value + 1)) value += 1
  return value
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Empty for what lies in the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** In lower case, without the dot. */
export function extensionOf(path: string): string {
  const name = baseName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

export function withoutExtension(path: string): string {
  const name = baseName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

const soundExtensions = new Set([
  ...['mp3', 'm4a', 'm4b', 'mp4', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav', 'webm', 'mka', 'weba'],
])

export function isSoundName(path: string): boolean {
  return soundExtensions.has(extensionOf(path))
}

const foreignExtensions = new Set([
  ...['wma', 'mp1', 'mp2', 'aif', 'aiff', 'aifc', 'ape', 'wv', 'mpc', 'tta', 'tak', 'caf', 'au', 'ra', 'amr'],
  ...['ac3', 'dts', 'spx', 'dsf', 'aa', 'aax', 'aaxc', 'm4p'],
])

/** Sound of a kind that is never taken; it is refused by its name. */
export function isForeignSoundName(path: string): boolean {
  return foreignExtensions.has(extensionOf(path))
}

const ignoredFolders = new Set(['@eadir', '#recycle', '$recycle.bin', '__macosx', 'lost+found'])
const ignoredExtensions = new Set(['part', 'tmp', 'crdownload'])
/** Their sound is not part of a book. */
const foldersWithoutParts = new Set([
  ...['extras', 'bonus', 'samples', 'artwork', 'scans', 'booklet', 'ebooks'],
])

/** Rule G1, for one name of a path. */
export function isIgnoredName(name: string): boolean {
  return name.startsWith('.') || ignoredFolders.has(name.toLowerCase())
}

/** Rule G1, for a whole path; `.ignore` and `.nomedia` are another matter. */
export function isNotLookedAt(path: string): boolean {
  const names = path.split('/')
  return (
    names.some(isIgnoredName) ||
    ignoredExtensions.has(extensionOf(path)) ||
    names.slice(0, -1).some((name) => foldersWithoutParts.has(foldName(name)))
  )
}

/** A folder with one of these, and all below it, is left out. */
export const ignoringNames: readonly string[] = ['.ignore', '.nomedia']

export type SideFileKind = 'Nfo' | 'Description' | 'Readers' | 'Opf' | 'MetadataJson' | 'Chapters' | 'Cue'

/** What a file beside the sound may say; undefined for others. */
export function sideFileKind(path: string): SideFileKind | undefined {
  const name = baseName(path).toLowerCase()
  if (name === 'metadata.json') return 'MetadataJson'
  if (name === 'desc.txt') return 'Description'
  if (name === 'reader.txt') return 'Readers'
  const extension = extensionOf(name)
  if (extension === 'opf') return 'Opf'
  if (extension === 'nfo') return 'Nfo'
  if (extension === 'cue') return 'Cue'
  return extension === 'json' ? 'Chapters' : undefined
}

const pictureExtensions = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'])
const coverNames = ['cover', 'folder', 'front']

/** How well a picture serves as a cover: 0 is best; undefined for what is no picture. */
export function coverRank(path: string): number | undefined {
  if (!pictureExtensions.has(extensionOf(path))) return undefined
  const rank = coverNames.indexOf(foldName(withoutExtension(path)))
  return rank === -1 ? coverNames.length : rank
}

const numbers = /\d+/g

/** Names in the order of people: numbers by value; equal ones by code point. */
export function compareNames(one: string, other: string): number {
  const [left, right] = [foldName(one), foldName(other)]
  return comparePieces(piecesOf(left), piecesOf(right)) || compareTexts(one, other)
}

/** Empty of none. */
export function firstName(names: readonly string[]): string {
  return names.reduce((first, name) => (compareNames(name, first) < 0 ? name : first), names[0] ?? '')
}

export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function piecesOf(name: string): string[] {
  return name.match(/\d+|\D+/g) ?? []
}

function comparePieces(left: readonly string[], right: readonly string[]): number {
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    const [one, other] = [left[place] as string, right[place] as string]
    const order = isDigits(one) && isDigits(other) ? compareDigits(one, other) : compareTexts(one, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}

function isDigits(text: string): boolean {
  return /^\d/.test(text)
}

/** By value, however long they are. */
function compareDigits(one: string, other: string): number {
  const [left, right] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')]
  return left.length - right.length || compareTexts(left, right)
}

/** The numbers of a name, from its beginning; longer ones than 9 digits are identifiers. */
export function numbersOf(name: string): number[] {
  return (name.match(numbers) ?? []).filter((digits) => digits.length <= 9).map(Number)
}
