import { maxSequenceLength } from '@earmark/contract/limits.ts'
import { maxSeriesOfBook } from '@earmark/contract/record-forms.ts'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useController } from 'react-hook-form'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { ListField } from '../form/list-field.tsx'
import { openSeriesSelector } from '../groups/series-selector.tsx'
import { fieldMessages as messages } from './field-messages.ts'
import type { SeriesValue } from './field-values.ts'
import type { RecordFieldProps } from './record-fields.tsx'
import styles from './series-field.module.css'

/** The series of an audio book, each with the book's place in it. */
export function SeriesField({ control, refusalOf, disabled }: RecordFieldProps) {
  const adding = useRef<HTMLButtonElement>(null)
  const { field } = useController({ control, name: 'series' })
  const { value: series, onChange } = field

  async function add() {
    const chosen = await openSeriesSelector(series.map((part) => part.id))
    if (chosen) onChange([...series, { id: chosen.id, name: chosen.name, sequence: '' }])
  }

  function change(part: SeriesValue, sequence: string) {
    onChange(series.map((other) => (other === part ? { ...part, sequence } : other)))
  }

  function remove(part: SeriesValue) {
    onChange(series.filter((other) => other !== part))
    adding.current?.focus()
  }

  return (
    <ListField
      ref={adding}
      legend={messages.series}
      none={series.length === 0 && messages.noSeries}
      full={series.length >= maxSeriesOfBook && messages.seriesFull(maxSeriesOfBook)}
      refused={refusalOf('series')(series)}
      addLabel={messages.addSeries}
      disabled={disabled}
      onAdd={() => void add()}
    >
      {series.map((part) => (
        <li key={part.id} className={styles.part}>
          <bdi className={styles.name}>{part.name}</bdi>
          <TextField
            label={messages.sequence}
            aria-label={messages.sequenceIn(part.name)}
            title={messages.sequenceHint}
            value={part.sequence}
            maxLength={maxSequenceLength}
            autoComplete="off"
            disabled={disabled}
            onChange={(event) => change(part, event.target.value)}
          />
          <IconButton label={messages.remove(part.name)} disabled={disabled} onClick={() => remove(part)}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ListField>
  )
}
