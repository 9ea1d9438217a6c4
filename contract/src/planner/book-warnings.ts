import type { OrderedFiles } from './file-order.ts'
import type { Group } from './grouping.ts'
import type { FolderFile } from './plan-input.ts'
import type { PlannedWarning } from './plan-output.ts'

/** The questions about a book, in words. */
const sentences = {
  LooseFile: 'This file lies beside folders of other books.',
  OneOrMany: 'These files have neither numbers nor an album. One book, or several?',
  GuessedAuthor: 'The author is guessed from the folder’s name.',
  OrderDisagrees: 'File names and track numbers tell different orders. This is by names.',
  PartsDiffer: 'The files are of different kinds. Other players will not play this book.',
  CutShort: 'This file ends before it says it does.',
  SameAsAnother: 'This sound is in the library already.',
  AmbiguousPerson: 'Several people of the catalogue have this name.',
} as const

export function warningOf(code: keyof typeof sentences, paths: readonly string[]): PlannedWarning {
  return { code, description: sentences[code], paths }
}

export function otherVersion(paths: readonly string[]): PlannedWarning {
  const files = paths.length === 1 ? '1 file' : `${paths.length} files`
  const description = `The same book is here in another format: ${files} left out.`
  return { code: 'OtherVersion', description, paths }
}

/** Seconds. */
export function replacedSound(before: number, now: number, paths: readonly string[]): PlannedWarning {
  const description = `The sound was ${clock(before)} long and is ${clock(now)} now. Places of listeners may be off.`
  return { code: 'ReplacedSound', description, paths }
}

/** `9:12:00` */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

interface Doubts {
  readonly group: Group
  readonly ordered: OrderedFiles
  readonly isAuthorGuessed: boolean
  readonly isJoinable: boolean
}

export function doubtsAbout({ group, ordered, isAuthorGuessed, isJoinable }: Doubts): PlannedWarning[] {
  const paths = ordered.files.map(({ path }) => path)
  const warnings: PlannedWarning[] = group.warnings.map((code) =>
    code === 'OtherVersion' ? otherVersion(group.leftOut.map(({ path }) => path)) : warningOf(code, paths),
  )
  const gaps = ordered.gaps.join(' ')
  if (isAuthorGuessed) warnings.push(warningOf('GuessedAuthor', paths))
  if (ordered.isDisputed) warnings.push(warningOf('OrderDisagrees', paths))
  if (gaps !== '') warnings.push({ code: 'NumbersMissing', description: gaps, paths })
  if (!isJoinable) warnings.push(warningOf('PartsDiffer', paths))
  const cut = ordered.files.filter(({ sound }) => sound?.isCutShort === true)
  if (cut.length > 0)
    warnings.push(
      warningOf(
        'CutShort',
        cut.map(({ path }) => path),
      ),
    )
  return warnings
}

/** Whether one decoder plays all files; of files that were not looked into nothing is known. */
export function canJoin(files: readonly FolderFile[]): boolean {
  const looked = files.flatMap(({ sound }) => (sound?.print === undefined ? [] : [sound]))
  if (files.length < 2 || looked.length < files.length) return true
  const keys = new Set(looked.map(({ joinKey }) => joinKey))
  return keys.size === 1 && !keys.has(undefined)
}
