import { descriptorsOf, residentBytes } from '../../src/testing/process-state.ts'
import type { Program } from '../crash/crash-program.ts'
import { mostIdleFiles } from '../../src/media/storage/files/open-files.ts'
import { probeLimits } from '../../src/media/probe/probe-process.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'
import { type Held, heldSign } from './tell-memory.ts'

export interface Moment extends Held {
  /** Of the whole process, as it was before the collection. */
  readonly resident: number
  /** Without those of `mediaFiles`. */
  readonly descriptors: number
  /** Open ones. */
  readonly mediaFiles: number
}

/** What a program with `tell-memory.ts` holds at this moment, without its garbage. */
export async function momentOf(program: Program): Promise<Moment> {
  const { pid } = program
  const resident = residentBytes(pid)
  const open = descriptorsOf(pid)
  const mediaFiles = open.filter((path) => path.includes('/media/')).length
  const said = linesOf(program).length
  process.kill(pid, 'SIGUSR2')
  await untilTrue(() => linesOf(program).length > said, 60_000)
  const held = JSON.parse(linesOf(program).at(-1)?.slice(heldSign.length) ?? '') as Held
  return { ...held, resident, descriptors: open.length - mediaFiles, mediaFiles }
}

/** Whole ones. */
function linesOf(program: Program): string[] {
  return program
    .output()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith(heldSign))
}

/** Behind the rest of the children, each of which holds a connection. */
const patienceMs = probeLimits.idleMs + 60_000

/** Waits until a program holds no more connections and the like than before, and no more media files than it keeps open. */
export async function untilRested(program: Program, before: Moment): Promise<void> {
  let last = before
  const isRested = async () => {
    last = await momentOf(program)
    const isMore = ([kind, count]: [string, number]) => count > (before.handles[kind] ?? 0)
    if (last.descriptors > before.descriptors || last.mediaFiles > mostIdleFiles) return false
    return !Object.entries(last.handles).some(isMore)
  }
  await untilTrue(isRested, patienceMs).catch((cause: unknown) => {
    const told = [before, last].map(({ descriptors, handles }) => JSON.stringify({ descriptors, ...handles }))
    const open = descriptorsOf(program.pid).sort().join(' ')
    throw new Error(`Held before: ${told[0]}, and after: ${told[1]}: ${open}`, { cause })
  })
}
