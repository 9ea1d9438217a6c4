import { AsyncLocalStorage } from 'node:async_hooks'
import type { Scope } from '../../db/engine/scopes.ts'
import { nextTurn } from '../../db/engine/turns.ts'

/** An answer whose list is too long to be made at once. */
export class Slices<Item> {
  /** The answer with these items in its list. */
  readonly frame: (items: readonly Item[]) => unknown
  /** The items, some at a time. */
  readonly read: () => AsyncIterable<readonly Item[]>

  constructor(frame: Slices<Item>['frame'], read: Slices<Item>['read']) {
    this.frame = frame
    this.read = read
  }
}

/** A page while it is written. */
export interface PageInWriting {
  /** Addresses of the public reads that it has without their long lists, which its script fetches. */
  readonly framed: Set<string>
  /** What its public reads were made from. */
  readonly scopes: Set<Scope>
}

/** Within it, public reads are answered with the frames of their long lists alone. */
export const pageInWriting = new AsyncLocalStorage<PageInWriting>()

/** What a handler answers instead of the value with all items. To the compiler it is that value. */
export function inSlices<Item, Value>(
  frame: (items: readonly Item[]) => Value,
  read: () => AsyncIterable<readonly Item[]>,
): Value {
  return new Slices(frame, read) as Value
}

/**
 * The text of an answer, slice by slice: what `write` would make of the whole.
 *
 * @param write gives JSON; an empty list must be `[]`
 */
export async function* writeSlices<Item>(
  { frame, read }: Slices<Item>,
  write: (value: unknown) => string,
): AsyncGenerator<string, void> {
  const empty = write(frame([]))
  let start: number | null = null
  let end = 0
  for await (const items of read()) {
    if (items.length === 0) continue
    await nextTurn()
    const text = write(frame(items))
    if (start === null) {
      start = beginningInCommon(empty, text)
      end = empty.length - start
      yield text.slice(0, text.length - end)
    } else yield `,${text.slice(start, text.length - end)}`
  }
  yield start === null ? empty : empty.slice(start)
}

/** Ends right behind the list's opening bracket, as only there the one goes on and the other closes it. */
function beginningInCommon(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
