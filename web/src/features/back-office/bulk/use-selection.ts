import { useRef, useState } from 'react'

/** A record as far as the selection knows it. */
export interface Selected {
  id: number
  name: string
}

export type Selection = ReturnType<typeof useSelection>

/** The selected records of a table by their ids; they stay selected on other pages. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<number, string>>(new Map())
  const last = useRef<number>(undefined)

  function put(records: readonly Selected[], isOn: boolean) {
    setSelected((before) => {
      const after = new Map(before)
      for (const { id, name } of records) {
        if (isOn) after.set(id, name)
        else after.delete(id)
      }
      return after
    })
  }

  /** @param isRange from the record that was toggled last, if it is on this page, too */
  function toggle(page: readonly Selected[], id: number, isRange: boolean) {
    const places = [page.findIndex((one) => one.id === last.current), page.findIndex((one) => one.id === id)]
    const from = isRange && places[0] !== -1 ? Math.min(...places) : places[1]
    put(page.slice(from, isRange ? Math.max(...places) + 1 : (places[1] ?? 0) + 1), !selected.has(id))
    last.current = id
  }

  return { selected, put, toggle, clear: () => setSelected(new Map()) }
}
