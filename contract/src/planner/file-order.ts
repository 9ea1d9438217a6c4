import { compareNames, compareTexts, foldName, numbersOf, withoutExtension } from './file-names.ts'
import type { GroupedFile } from './grouping.ts'
import { leadingNumeral } from './numerals.ts'

/** Files in the order of playing, and what is doubtful about it. */
export interface OrderedFiles {
  readonly files: readonly GroupedFile[]
  /** Names and track numbers tell different orders. */
  readonly isDisputed: boolean
  /** In words, by disc. */
  readonly gaps: readonly string[]
}

/** Part folders, else discs if all files have one; then track numbers where names have none, else names. */
export function orderFiles(files: readonly GroupedFile[]): OrderedFiles {
  const hasParts = files.some(({ parts }) => parts.length > 0)
  const hasDiscs = files.every(({ sound }) => sound?.tags.disc !== undefined)
  const discOf = ({ parts, sound }: GroupedFile): number[] =>
    hasParts ? [...parts] : hasDiscs ? [sound?.tags.disc ?? 0] : []
  const discs = [...Map.groupBy(files, (file) => JSON.stringify(discOf(file))).values()]
    .sort(([one], [other]) => compareLists(one ? discOf(one) : [], other ? discOf(other) : []))
    .map(readDisc)
  const areTracksWhole = discs.every(({ tracks }) => tracks !== null)
  const areNamesWhole = discs.every(({ numbers }) => numbers !== null)
  const isByTags = areTracksWhole && !areNamesWhole
  const isDisputed = areTracksWhole && areNamesWhole && discs.some((disc) => !isSameOrder(disc))
  return {
    files: discs.flatMap((disc) => (isByTags ? byTracks(disc) : disc.byNames)),
    isDisputed,
    gaps: discs.flatMap((disc) => gapsIn((isByTags ? disc.tracks : lastOf(disc.numbers)) ?? [])),
  }
}

interface Disc {
  readonly files: readonly GroupedFile[]
  readonly byNames: readonly GroupedFile[]
  /** In the order of `files`; null where they are not whole and unique. */
  readonly tracks: readonly number[] | null
  /** The numbers of names in the order of `files`, NaN for those that have none as they come first or last. */
  readonly numbers: readonly (readonly number[])[] | null
}

function readDisc(files: readonly GroupedFile[]): Disc {
  const tracks = files.map(({ sound }) => sound?.tags.track)
  const isWhole = !tracks.includes(undefined) && new Set(tracks).size === files.length
  const names = withoutStart(files.map(({ path }) => foldName(withoutExtension(path))))
  const numbers = numbersInNames(names)
  const values = numbers ?? numeralsInNames(names)
  const order = files.map((file, place) => ({
    file,
    edge: edgeOf(names[place] ?? ''),
    number: values?.[place] ?? [],
  }))
  order.sort(
    (one, other) =>
      one.edge - other.edge ||
      compareLists(one.number, other.number) ||
      compareNames(withoutExtension(one.file.path), withoutExtension(other.file.path)) ||
      compareTexts(one.file.path, other.file.path),
  )
  return {
    files,
    byNames: order.map(({ file }) => file),
    tracks: isWhole ? (tracks as number[]) : null,
    numbers,
  }
}

function byTracks({ files, tracks }: Disc): GroupedFile[] {
  const places = files.map((_, place) => place)
  places.sort((one, other) => (tracks?.[one] ?? 0) - (tracks?.[other] ?? 0))
  return places.map((place) => files[place] as GroupedFile)
}

function isSameOrder(disc: Disc): boolean {
  return byTracks(disc).every((file, place) => file === disc.byNames[place])
}

const before = /\b(?:prologue?|intro(?:duction)?|foreword|preface|vorwort|einleitung|opening credits)\b/u
const behind = /\b(?:epilogue?|afterword|credits|outro|nachwort|abspann|closing credits)\b/u

/** Names without the words that all of them begin with. */
function withoutStart(names: readonly string[]): string[] {
  const [first = '', ...others] = names
  let length = others.length === 0 ? 0 : first.length
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1
  const start = first.slice(0, length).replace(/[\p{L}\p{M}\p{N}]+$/u, '')
  return names.map((name) => name.slice(start.length))
}

/** Of names without numbers: before the others, or behind them. */
function edgeOf(name: string): -1 | 0 | 1 {
  if (/\d/.test(name)) return 0
  if (before.test(name)) return -1
  return behind.test(name) ? 1 : 0
}

/** The first numbers of names that tell all files apart; null where they do not. */
function numbersInNames(given: readonly string[]): number[][] | null {
  const names = given.map((name) => (edgeOf(name) === 0 ? numbersOf(name) : null))
  const numbered = names.filter((numbers) => numbers !== null)
  const most = Math.min(...numbered.map((numbers) => numbers.length))
  if (numbered.length === 0 || most === 0 || most === Infinity) return null
  for (let count = 1; count <= most; count += 1) {
    const keys = numbered.map((numbers) => JSON.stringify(numbers.slice(0, count)))
    if (new Set(keys).size === keys.length) return names.map((numbers) => numbers?.slice(0, count) ?? [])
  }
  return null
}

/** Numbers in words or roman ones that all names begin with, but those at the edges; null where one has none. */
function numeralsInNames(names: readonly string[]): number[][] | null {
  const numbered = names.filter((name) => edgeOf(name) === 0)
  const found = withoutStart(numbered).map(leadingNumeral)
  if (found.includes(undefined)) return null
  const byName = new Map(numbered.map((name, place) => [name, found[place] as number]))
  return names.map((name) => [byName.get(name) ?? []].flat())
}

/** The numbers that count on: the last of each name, where all before them are alike. */
function lastOf(numbers: Disc['numbers']): number[] | null {
  const present = numbers?.filter((each) => each.length > 0) ?? []
  const [first] = present
  if (!first) return null
  const heads = new Set(present.map((each) => JSON.stringify(each.slice(0, -1))))
  return heads.size === 1 ? present.map((each) => each.at(-1) as number) : null
}

/** In words: "Number 7 is missing between 6 and 8." */
function gapsIn(given: readonly number[]): string[] {
  const numbers = [...given].sort((one, other) => one - other)
  return numbers.flatMap((number, place) => {
    const next = numbers[place + 1]
    if (next === undefined || next <= number + 1) return []
    const between = `missing between ${number} and ${next}.`
    if (next === number + 2) return [`Number ${number + 1} is ${between}`]
    return [`Numbers ${number + 1} to ${next - 1} are ${between}`]
  })
}

function compareLists(one: readonly number[], other: readonly number[]): number {
  for (let place = 0; place < Math.min(one.length, other.length); place += 1) {
    const order = (one[place] as number) - (other[place] as number)
    if (order !== 0) return order
  }
  return one.length - other.length
}
