import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DatabaseAwayError, DatabaseFullError, isDamaged } from '../src/db/engine/database-errors.ts'
import { AppError } from '../src/errors.ts'
import { StartError } from '../src/config/start-error.ts'

/** What a program for whoever runs the server is called with, and how it ends: 0 all is well, 1 it is not, 2 wrong usage. */

export interface Command {
  readonly usage: string
  /** Options without a value that it knows, beside `--help`. */
  readonly options: readonly string[]
  readonly takesFolder: boolean
  /** @returns whether all is well */
  run(called: Called): Promise<boolean>
}

export interface Called {
  /** Absolute; of a command that takes none the present one. */
  readonly folder: string
  readonly has: (option: string) => boolean
}

/** Runs it, and ends the process with its exit code. */
export async function runCommand(command: Command): Promise<void> {
  const called = read(command)
  if (called === 'help') {
    console.log(command.usage)
    return
  }
  if (!called) {
    console.error(command.usage)
    process.exitCode = 2
    return
  }
  try {
    process.exitCode = (await command.run(called)) ? 0 : 1
  } catch (error) {
    console.error(explain(error) ?? error)
    process.exitCode = 1
  }
}

/** On the error output, so that what is found can be read by itself. */
export function say(sentence: string): void {
  console.error(sentence)
}

function read({ options, takesFolder }: Command): Called | 'help' | null {
  const known = Object.fromEntries(['help', ...options].map((name) => [name, { type: 'boolean' }] as const))
  try {
    const { values, positionals } = parseArgs({ options: known, allowPositionals: true })
    if (values.help) return 'help'
    if (positionals.length !== (takesFolder ? 1 : 0)) return null
    // npm runs scripts in the project's folder, and says where it was called.
    const folder = resolve(process.env.INIT_CWD ?? '', positionals[0] ?? '')
    return { folder, has: (option) => values[option] === true }
  } catch {
    return null
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

/** One sentence for what may happen; undefined for what may not. */
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
