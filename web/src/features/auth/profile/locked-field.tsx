import { Button } from '../../../ui/button/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { profileMessages as messages } from '../messages.ts'
import styles from './locked-field.module.css'

interface LockedFieldProps {
  label: string
  value: string
  onEdit: () => void
}

/** A read-only field with a button for the dialog that changes it. */
export function LockedField({ label, value, onEdit }: LockedFieldProps) {
  return (
    <div className={styles.locked}>
      <TextField label={label} value={value} readOnly autoComplete="off" />
      <Button onClick={onEdit}>
        {messages.edit}
        <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
      </Button>
    </div>
  )
}
