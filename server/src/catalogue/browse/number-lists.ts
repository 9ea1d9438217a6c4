/** A list of 32-bit numbers for each slot, in one array: a JavaScript array for each would take ten times the memory. */
export interface NumberLists {
  set(slot: number, values: readonly number[]): void
  some(slot: number, isMatch: (value: number) => boolean): boolean
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

    some(slot, isMatch) {
      const start = starts[slot] as number
      const stop = start + (lengths[slot] as number)
      for (let at = start; at < stop; at += 1) if (isMatch(values[at] as number)) return true
      return false
    },

    each(slot, call) {
      const start = starts[slot] as number
      const stop = start + (lengths[slot] as number)
      for (let at = start; at < stop; at += 1) call(values[at] as number)
    },
  }
}
