import { Plus } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import styles from './list-field.module.css'

export interface ListFieldProps {
  readonly legend: string
  /** Said while there are no parts. */
  readonly none: string | false
  /** Said in the place of the button, when no more may be added. */
  readonly full: string | false
  readonly refused: string | undefined
  readonly addLabel: string
  readonly disabled: boolean
  readonly onAdd: () => void
  /** The button, which takes the focus of a part that is removed. */
  readonly ref: Ref<HTMLButtonElement>
  /** An `li` for each part. */
  readonly children: ReactNode
}

/** Parts of a record that are added and removed one by one. */
export function ListField(props: ListFieldProps) {
  const { legend, none, full, refused, addLabel, disabled, onAdd, ref, children } = props
  const id = useId()
  return (
    <fieldset className={styles.field} aria-describedby={refused === undefined ? undefined : id}>
      <legend className={styles.legend}>{legend}</legend>
      {none !== false && <p className={styles.none}>{none}</p>}
      <ul role="list" className={styles.parts}>
        {children}
      </ul>
      {refused !== undefined && (
        <p id={id} role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
      {full === false ? (
        <div>
          <Button ref={ref} disabled={disabled} onClick={onAdd}>
            <Plus size={18} aria-hidden="true" />
            {addLabel}
          </Button>
        </div>
      ) : (
        <p className={styles.none}>{full}</p>
      )}
    </fieldset>
  )
}
