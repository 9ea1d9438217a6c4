/** A list of 32-bit numbers for each slot, in one array: a JavaScript array for each would take ten times the memory. */
export interface NumberLists {
  set(slot: number, values: readonly number[]): void
  /** Whether the list has one of the numbers that `among` was given. */
  some(slot: number, wanted: Uint8Array): boolean
  each(slot: number, call: (value: number) => void): void
}

export function createNumberLists(): NumberLists {
  let values = new Uint32Array(1024)
  let end = 0
  let used = 0
  const starts: number[] = []
  const lengths: number[] = []

  function reserve(count: number): void {
    if (end + count <= values.length) return
    const next = new Uint32Array(Math.max(2 * used, used + count, 1024) + count)
    let at = 0
    lengths.forEach((length, slot) => {
      const start = starts[slot] as number
      next.set(values.subarray(start, start + length), at)
      starts[slot] = at
      at += length
    })
    values = next
    end = at
  }

  return {
    set(slot, list) {
      used += list.length - (lengths[slot] ?? 0)
      lengths[slot] = 0
      reserve(list.length)
      values.set(list, end)
      starts[slot] = end
      lengths[slot] = list.length
      end += list.length
    },

    some(slot, wanted) {
      const start = starts[slot] as number
      const stop = start + (lengths[slot] as number)
      for (let at = start; at < stop; at += 1) if (wanted[values[at] as number] === 1) return true
      return false
    },

    each(slot, call) {
      const start = starts[slot] as number
      const stop = start + (lengths[slot] as number)
      for (let at = start; at < stop; at += 1) call(values[at] as number)
    },
  }
}

/** A table of 1 for each of some numbers from 0: a Set costs five times as much to ask. */
export function among(numbers: readonly (number | undefined)[]): Uint8Array {
  let last = -1
  for (const number of numbers) if (number !== undefined && number > last) last = number
  const table = new Uint8Array(last + 1)
  for (const number of numbers) if (number !== undefined) table[number] = 1
  return table
}
