import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import {
  compareTexts,
  coverRank,
  ignoringNames,
  isForeignSoundName,
  isNotLookedAt,
  isSoundName,
  sideFileKind,
} from '@earmark/contract/planner/file-names.ts'
import { pathKeyOf, shownPath } from './path-key.ts'

/** A file of a library folder. */
export interface WalkedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  readonly pathKey: string
  readonly sizeBytes: number
  /** Of the epoch, whole: network disks round. */
  readonly modifiedSeconds: number
}

export interface WalkedFolder {
  /** Relative, as people see it; empty for the root. */
  readonly path: string
  /** Over names, sizes and times of its files; it begins with `sound` where one of them is an audio file. */
  readonly signature: string
  /** Audio files in it, of kinds that can be played. */
  readonly soundsCount: number
  /** Null where the signature is known. */
  readonly files: FolderFiles | null
  /** Whether it was reached through a link. */
  readonly isLinked: boolean
}

export interface FolderFiles {
  readonly sounds: readonly WalkedFile[]
  /** Texts, pictures, and sound of foreign kinds. */
  readonly sideFiles: readonly WalkedFile[]
}

/** Whether a folder that was walked before, with its signature then, has audio files. */
export function hasSound(signature: string): boolean {
  return signature.startsWith('sound')
}

export interface WalkLimits {
  readonly files: number
  readonly levels: number
  readonly pathBytes: number
}

export const walkLimits: WalkLimits = { files: 300_000, levels: 12, pathBytes: 1024 }

/** There are more files than an import can take. */
export class TooManyFiles extends Error {}

const slash = Buffer.from('/')

export interface WalkOptions {
  /** Whether folders below it are walked, too. */
  readonly isDeep?: boolean
  readonly limits?: WalkLimits
  /** Signatures by path: of folders that have theirs still, files are not told. */
  readonly known?: ReadonlyMap<string, string> | undefined
  /** Is told of folders that this user may not enter, and of audio files in those where it may do nothing but list. */
  readonly onClosed?: (place: ClosedPlace) => void
}

export type ClosedPlace = Pick<WalkedFile, 'path' | 'pathKey'>

/**
 * The folders of a tree, without those that are not looked at or closed to this user. Links are followed within the root
 * only, each real folder once. Synchronous: a process of its own walks 300 000 files in a second.
 *
 * @param start a folder below the root, or the empty path
 * @throws TooManyFiles; the error of a disk, or of a start that is gone or closed to this user
 */
export function* walkTree(
  root: string,
  start = '',
  { isDeep = true, limits = walkLimits, known, onClosed = () => {} }: WalkOptions = {},
): Generator<WalkedFolder, void> {
  const tree = new Tree(root, limits, known, onClosed)
  const first: Place = { bytes: null, shown: start, isLinked: false }
  const waiting = [first]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const walked = folder === first ? tree.walk(folder) : orClosed(() => tree.walk(folder))
    if (walked === 'closed') tree.tellClosed(folder)
    if (!walked || walked === 'closed') continue
    yield walked.folder
    if (isDeep) waiting.push(...walked.below.toReversed())
  }
}

/** A path below the root, as it is and as people are shown it. */
interface Place {
  /** Null where what is shown are its bytes. */
  readonly bytes: Buffer | null
  readonly shown: string
  readonly isLinked: boolean
}

interface FoundFile {
  readonly place: Place
  readonly sizeBytes: number
  readonly modifiedSeconds: number
}

class Tree {
  readonly #root: string
  readonly #prefix: Buffer
  readonly #realRoot: string
  readonly #limits: WalkLimits
  readonly #known: WalkOptions['known']
  readonly #onClosed: (place: ClosedPlace) => void
  readonly #seen = new Set<string>()
  #files = 0

  constructor(
    root: string,
    limits: WalkLimits,
    known: WalkOptions['known'],
    onClosed: (place: ClosedPlace) => void,
  ) {
    this.#root = `${root}/`
    this.#prefix = Buffer.from(this.#root)
    this.#realRoot = realpathSync(root)
    this.#limits = limits
    this.#known = known
    this.#onClosed = onClosed
  }

  tellClosed(place: Place): void {
    this.#onClosed({ path: place.shown, pathKey: keyOf(place) })
  }

  /** Null for a folder that was walked already, and for one that is left out. */
  walk(of: Place): { folder: WalkedFolder; below: Place[] } | null {
    const place = this.#placeOf(of)
    const { dev, ino } = statSync(place, { bigint: true })
    const identity = `${dev}:${ino}`
    if (this.#seen.has(identity)) return null
    this.#seen.add(identity)
    const entries = listEntries(place)
    if (entries.some(({ shown }) => ignoringNames.includes(shown))) return null
    const below: Place[] = []
    const files: FoundFile[] = []
    if (!this.#isBelowNothing(of.shown))
      for (const entry of entries) {
        if (isNotLookedAt(entry.shown)) continue
        const { isFolder, isLink } = entry
        const path = joined(of, entry)
        if (this.#isTooLong(path)) continue
        const found = isFolder ? 'folder' : this.#find(path, isLink)
        if (found === 'folder') below.push({ ...path, isLinked: of.isLinked || isLink })
        if (found === 'closed' && isSoundName(path.shown)) this.tellClosed(path)
        if (found === null || found === 'folder' || found === 'closed') continue
        this.#count()
        files.push({
          place: path,
          sizeBytes: found.size,
          modifiedSeconds: Math.floor(found.mtimeMs / 1000),
        })
      }
    return { folder: this.#folderOf(of, files), below }
  }

  #folderOf({ shown: path, bytes, isLinked }: Place, files: readonly FoundFile[]): WalkedFolder {
    const soundsCount = files.reduce((sum, { place }) => sum + (isSoundName(place.shown) ? 1 : 0), 0)
    const hasSound = soundsCount > 0 || files.some(({ place }) => isForeignSoundName(place.shown))
    const signature = signatureOf(bytes === null ? path : pathKeyOf(bytes), files, hasSound)
    const isKnown = this.#known?.get(path) === signature
    return { path, signature, soundsCount, files: isKnown ? null : filesOf(files), isLinked }
  }

  /** More than all levels deep, or in a folder whose sound is no part of a book. */
  #isBelowNothing(folder: string): boolean {
    return folder !== '' && (isNotLookedAt(`${folder}/_`) || folder.split('/').length > this.#limits.levels)
  }

  #isTooLong({ bytes, shown }: Place): boolean {
    const { pathBytes } = this.#limits
    return bytes !== null
      ? bytes.length > pathBytes
      : shown.length * 3 > pathBytes && Buffer.byteLength(shown) > pathBytes
  }

  #placeOf({ bytes, shown }: Place): string | Buffer {
    return bytes === null ? this.#root + shown : Buffer.concat([this.#prefix, bytes])
  }

  /** A file or a folder; null for what is neither, for what is gone, and for links that lead out of the root. */
  #find(path: Place, isLink: boolean): Stats | 'folder' | 'closed' | null {
    const place = this.#placeOf(path)
    if (isLink && !this.#isWithin(place)) return null
    const found = orClosed(() => statSync(place, { throwIfNoEntry: false }))
    if (found === 'closed') return found
    if (found?.isDirectory()) return 'folder'
    return found?.isFile() ? found : null
  }

  #isWithin(link: string | Buffer): boolean {
    try {
      const target = realpathSync(link)
      const root = this.#realRoot.endsWith('/') ? this.#realRoot : `${this.#realRoot}/`
      return target.startsWith(root)
    } catch {
      // A loop of links, or one that leads nowhere.
      return false
    }
  }

  #count(): void {
    this.#files += 1
    if (this.#files > this.#limits.files) throw new TooManyFiles()
  }
}

const closedCodes = new Set(['EACCES', 'EPERM'])
const goneCodes = new Set(['ENOENT', 'ENOTDIR'])

/** Null for what is gone by now; other errors than that this user may not look are of the disk. */
function orClosed<Found>(look: () => Found): Found | 'closed' | null {
  try {
    return look()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (closedCodes.has(code)) return 'closed'
    if (goneCodes.has(code)) return null
    throw error
  }
}

interface Entry {
  /** Null where what is shown are its bytes. */
  readonly bytes: Buffer | null
  readonly shown: string
  readonly isFolder: boolean
  readonly isLink: boolean
}

/** In an order that is the same each time. */
function listEntries(place: string | Buffer): Entry[] {
  const found = readdirSync(place, { withFileTypes: true })
  if (found.some(({ name }) => name.includes('\ufffd'))) return listByBytes(place)
  return found
    .map((entry) => ({ ...kindOf(entry), bytes: null, shown: entry.name }))
    .sort((one, other) => compareTexts(one.shown, other.shown))
}

/** Names that are no UTF-8, perhaps. */
function listByBytes(place: string | Buffer): Entry[] {
  const found = readdirSync(place, { encoding: 'buffer', withFileTypes: true })
  const sorted = found.sort((one, other) => Buffer.compare(one.name, other.name))
  const names = shownNames(sorted.map(({ name }) => name))
  return sorted.map((entry, index) => ({
    ...kindOf(entry),
    bytes: entry.name,
    shown: names[index] ?? '',
  }))
}

function kindOf(entry: Pick<Dirent, 'isDirectory' | 'isSymbolicLink'>) {
  return { isFolder: entry.isDirectory(), isLink: entry.isSymbolicLink() }
}

function joined(of: Place, { bytes, shown: name }: Entry): Place {
  const shown = of.shown === '' ? name : `${of.shown}/${name}`
  const { isLinked } = of
  if (of.bytes === null && bytes === null) return { bytes: null, shown, isLinked }
  const above = of.bytes ?? Buffer.from(of.shown)
  const below = bytes ?? Buffer.from(name)
  return { bytes: above.length === 0 ? below : Buffer.concat([above, slash, below]), shown, isLinked }
}

/** Names that are no UTF-8 begin with one more `\ufffd` where they would be shown as another of their folder. */
function shownNames(names: readonly Buffer[]): string[] {
  const isText = (name: Buffer) => !pathKeyOf(name).startsWith('/')
  const taken = new Set(names.filter(isText).map(shownPath))
  return names.map((name) => {
    let shown = shownPath(name)
    if (isText(name)) return shown
    while (taken.has(shown)) shown = `\ufffd${shown}`
    taken.add(shown)
    return shown
  })
}

function keyOf({ bytes, shown }: Place): string {
  return bytes === null ? shown : pathKeyOf(bytes)
}

function signatureOf(folderKey: string, files: readonly FoundFile[], hasSounds: boolean): string {
  let text = `${folderKey}\n`
  for (const { place, sizeBytes, modifiedSeconds } of files)
    text += `${keyOf(place)}\n${sizeBytes}\n${modifiedSeconds}\n`
  return `${hasSounds ? 'sound ' : ''}${createHash('sha256').update(text).digest('base64url')}`
}

function filesOf(found: readonly FoundFile[]): FolderFiles {
  const sounds: WalkedFile[] = []
  const sideFiles: WalkedFile[] = []
  for (const { place, sizeBytes, modifiedSeconds } of found) {
    const file = { path: place.shown, pathKey: keyOf(place), sizeBytes, modifiedSeconds }
    if (isSoundName(file.path)) sounds.push(file)
    else if (isSideName(file.path)) sideFiles.push(file)
  }
  return { sounds, sideFiles }
}

function isSideName(path: string): boolean {
  return sideFileKind(path) !== undefined || coverRank(path) !== undefined || isForeignSoundName(path)
}
