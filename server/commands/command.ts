import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { DatabaseAwayError, DatabaseFullError, isDamaged } from '../src/db/engine/database-errors.ts'
import { AppError, StartError } from '../src/errors.ts'

/** Commands of the operator. Exit codes: 0 success, 1 failure, 2 wrong usage. */

export interface Command {
  readonly usage: string
  /** Flags beside `--help`. */
  readonly options: readonly string[]
  /** Options with a value, each as often as one likes. */
  readonly values?: readonly string[]
  readonly takesFolder: boolean
  /** Words before the folder, of which one of these is given. */
  readonly firstWords?: readonly string[]
  /** @returns whether all is well */
  run(called: Called): Promise<boolean>
}

export interface Called {
  /** Absolute; the working directory for commands without a folder. */
  readonly folder: string
  readonly has: (option: string) => boolean
  readonly valuesOf: (option: string) => readonly string[]
}

/** The message says what is wrong with the call. */
export class UsageError extends StartError {}

/** A path as it was given, where the command was called. */
export function pathFrom(given: string): string {
  // npm changes the working directory and keeps the caller's in INIT_CWD.
  return resolve(process.env.INIT_CWD ?? '', given)
}

/** Runs a command and sets the exit code. */
export async function runCommand(command: Command): Promise<void> {
  try {
    const called = read(command)
    if (called === 'help') console.log(command.usage)
    else process.exitCode = (await command.run(called)) ? 0 : 1
  } catch (error) {
    console.error(explain(error) ?? error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** On stderr; findings are on stdout. */
export function say(sentence: string): void {
  console.error(sentence)
}

const pauseMs = 2_000
let saidAt = performance.now()

/** At most every two seconds. */
export function sayNowAndThen(sentence: string): void {
  if (performance.now() - saidAt < pauseMs) return
  saidAt = performance.now()
  say(sentence)
}

/** @throws UsageError */
function read({ usage, options, values: named = [], takesFolder, firstWords }: Command): Called | 'help' {
  const known: NonNullable<ParseArgsConfig['options']> = {}
  for (const name of ['help', ...options]) known[name] = { type: 'boolean' }
  for (const name of named) known[name] = { type: 'string', multiple: true }
  const { values, positionals } = parse(known, usage)
  if (values.help) return 'help'
  const wrong = (sentence: string) => new UsageError(`${usage}\n\n${sentence}`)
  if (firstWords && !firstWords.includes(positionals.shift() ?? ''))
    throw wrong(`The first word is to be ${firstWords.join(' or ')}.`)
  const wanted = takesFolder ? 1 : 0
  if (positionals.length > wanted) throw wrong(`There is a word too many: ${positionals[wanted]}.`)
  // An empty one is a variable that is not set: it does not mean the working directory.
  if (takesFolder && !positionals[0]) throw wrong('There is no folder.')
  const valuesOf = (option: string) => [values[option] ?? []].flat().map(String)
  return { folder: pathFrom(positionals[0] ?? ''), has: (option) => values[option] === true, valuesOf }
}

function parse(options: NonNullable<ParseArgsConfig['options']>, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${usage}\n\n${(error as Error).message}.`, { cause: error })
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'there is no room left; make some and try again: what is there already stays',
  EDQUOT: 'there is no room left for this user; make some and try again: what is there already stays',
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file is where a folder is to be',
  EEXIST: 'a file is where a folder is to be',
  EISDIR: 'a folder is where a file is to be',
  EIO: 'the disk does not answer',
}

/** One sentence for expected failures; undefined for others. */
function explain(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  if (error instanceof DatabaseAwayError) return 'The database does not answer (any more): try again later.'
  if (error instanceof DatabaseFullError) return 'The database has no room left: make some and try again.'
  if (isDamaged(error)) return 'The database in DATA_DIR is damaged, or none of Earmark’s: restore a backup.'
  if (error instanceof AppError) {
    return error.code === 'InsufficientStorage'
      ? 'The media store has no room left: make some and try again; what is there already stays.'
      : 'The media store does not answer (any more): try again later.'
  }
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  return reason && `${path || 'A file'} cannot be used: ${reason}.`
}
