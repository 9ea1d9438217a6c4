import { createHash } from 'node:crypto'
import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import {
  coverRank,
  ignoringNames,
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
  readonly pathKey: string
  /** Over names, sizes and times of its files. */
  readonly signature: string
  readonly sounds: readonly WalkedFile[]
  /** Texts and pictures. */
  readonly sideFiles: readonly WalkedFile[]
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

/**
 * The folders of a tree, without those that are not looked at. Links are followed within the root only, each real folder
 * once. Synchronous: a process of its own walks 300 000 files in a second.
 *
 * @param start a folder below the root, or the empty path
 * @throws TooManyFiles; the error of a folder that cannot be read
 */
export function* walkTree(root: string, start = '', limits = walkLimits): Generator<WalkedFolder, void> {
  const tree = new Tree(root, limits)
  const waiting: Place[] = [{ bytes: Buffer.from(start), shown: start }]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const walked = tree.walk(folder)
    if (!walked) continue
    yield walked.folder
    waiting.push(...walked.below.toReversed())
  }
}

/** A path below the root, as it is and as people are shown it. */
interface Place {
  readonly bytes: Buffer
  readonly shown: string
}

class Tree {
  readonly #prefix: Buffer
  readonly #realRoot: string
  readonly #limits: WalkLimits
  readonly #seen = new Set<string>()
  #files = 0

  constructor(root: string, limits: WalkLimits) {
    this.#prefix = Buffer.from(`${root}/`)
    this.#realRoot = realpathSync(root)
    this.#limits = limits
  }

  walk(of: Place): { folder: WalkedFolder; below: Place[] } | null {
    const place = this.#placeOf(of.bytes)
    const { dev, ino } = statSync(place, { bigint: true })
    const identity = `${dev}:${ino}`
    if (this.#seen.has(identity)) return null
    this.#seen.add(identity)
    const entries = readdirSync(place, { encoding: 'buffer', withFileTypes: true })
    if (entries.some(({ name }) => ignoringNames.includes(shownPath(name)))) return null
    const below: Place[] = []
    const sounds: WalkedFile[] = []
    const sideFiles: WalkedFile[] = []
    const signature = createHash('sha256')
    const sorted = entries.sort((one, other) => Buffer.compare(one.name, other.name))
    const names = shownNames(sorted.map(({ name }) => name))
    for (const [index, entry] of sorted.entries()) {
      const path = joined(of, entry.name, names[index] ?? '')
      if (this.#isLeftOut(path.bytes)) continue
      const found = entry.isDirectory() ? 'folder' : this.#find(path.bytes, entry.isSymbolicLink())
      if (found === 'folder') below.push(path)
      if (found === null || found === 'folder') continue
      this.#count()
      const file = walkedFile(path, found)
      signature.update(`${file.pathKey}\n${file.sizeBytes}\n${file.modifiedSeconds}\n`)
      if (isSoundName(file.path)) sounds.push(file)
      else if (sideFileKind(file.path) !== undefined || coverRank(file.path) !== undefined)
        sideFiles.push(file)
    }
    const pathKey = pathKeyOf(of.bytes)
    return { folder: { pathKey, signature: signature.digest('base64url'), sounds, sideFiles }, below }
  }

  #placeOf(path: Buffer): Buffer {
    return Buffer.concat([this.#prefix, path])
  }

  #isLeftOut(path: Buffer): boolean {
    const shown = shownPath(path)
    if (path.length > this.#limits.pathBytes || isNotLookedAt(shown)) return true
    return shown.split('/').length > this.#limits.levels + 1
  }

  /** A file or a folder; null for what is neither, for what is gone by now, and for links that lead out of the root. */
  #find(path: Buffer, isLink: boolean): Stats | 'folder' | null {
    const place = this.#placeOf(path)
    if (isLink && !this.#isWithin(place)) return null
    const found = statSync(place, { throwIfNoEntry: false })
    if (found?.isDirectory()) return 'folder'
    return found?.isFile() ? found : null
  }

  #isWithin(link: Buffer): boolean {
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

function joined({ bytes, shown }: Place, name: Buffer, shownName: string): Place {
  if (bytes.length === 0) return { bytes: name, shown: shownName }
  return { bytes: Buffer.concat([bytes, slash, name]), shown: `${shown}/${shownName}` }
}

/** Names that are no UTF-8 begin with one more `�` where they would be shown as another of their folder. */
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

function walkedFile({ bytes, shown }: Place, { size, mtimeMs }: Stats): WalkedFile {
  const modifiedSeconds = Math.floor(mtimeMs / 1000)
  return { path: shown, pathKey: pathKeyOf(bytes), sizeBytes: size, modifiedSeconds }
}
