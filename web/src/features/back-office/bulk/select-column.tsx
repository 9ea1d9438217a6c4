import { useEffect, useRef } from 'react'
import type { Column } from '../../../ui/table/table.tsx'
import { bulkMessages as messages } from './messages.ts'
import styles from './bulk-bar.module.css'
import type { Selected, Selection } from './use-selection.ts'

/** A box in each row of a page, and one in the head for all of them. */
export function selectColumn<Row>(
  { selected, put, toggle }: Selection,
  page: readonly Row[],
  selectedOf: (row: Row) => Selected,
  nouns: string,
): Column<Row, never> {
  const records = page.map(selectedOf)
  const count = records.filter(({ id }) => selected.has(id)).length
  return {
    heading: messages.selectHeading,
    kind: 'select',
    head: (
      <SelectPage
        label={messages.selectPage(nouns)}
        part={records.length === 0 ? 0 : count / records.length}
        onChange={(isOn) => put(records, isOn)}
      />
    ),
    cell: (row) => {
      const { id, name } = selectedOf(row)
      return (
        <label className={styles.target}>
          <input
            type="checkbox"
            className={styles.box}
            aria-label={messages.select(name)}
            checked={selected.has(id)}
            onChange={({ nativeEvent }) =>
              toggle(records, id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      )
    },
  }
}

interface SelectPageProps {
  label: string
  /** Of the page, from 0 to 1. */
  part: number
  onChange: (isOn: boolean) => void
}

function SelectPage({ label, part, onChange }: SelectPageProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = part > 0 && part < 1
  }, [part])
  return (
    <label className={styles.target}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={part === 1}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
