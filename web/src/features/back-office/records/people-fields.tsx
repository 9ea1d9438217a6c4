import { maxShortTextLength } from '@earmark/contract/limits.ts'
import type { Credit, CreditRole } from '@earmark/contract/credits.ts'
import fieldStyles from '../../../ui/field/field.module.css'
import { peopleMessages as messages } from '../messages.ts'
import styles from './people-table.module.css'
import type { CreditRow } from './people-values.ts'

interface CreditFieldProps {
  row: CreditRow
  disabled: boolean
  replace: (row: CreditRow, changed: Partial<Credit>) => void
}

export function RoleField({
  row,
  roles,
  disabled,
  replace,
}: CreditFieldProps & { roles: readonly CreditRole[] }) {
  const { creator, role } = row.credit
  return (
    <select
      className={`${fieldStyles.input} ${styles.role}`}
      aria-label={messages.roleOf(creator.nickname)}
      aria-disabled={disabled}
      value={role}
      onChange={({ target }) => {
        const chosen = roles.find((one) => one === target.value)
        if (chosen && !disabled) replace(row, { role: chosen })
      }}
    >
      {roles.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
}

/** Of a reader the figure: "the Keeper". Taken over when the field is left, or by Enter. */
export function AsField({ row, disabled, replace }: CreditFieldProps) {
  const { creator, as } = row.credit

  function takeOver(text: string) {
    const typed = text.trim() || null
    if (typed !== as) replace(row, { as: typed })
  }

  return (
    <input
      type="text"
      dir="auto"
      className={`${fieldStyles.input} ${styles.as}`}
      aria-label={messages.asOf(creator.nickname)}
      autoComplete="off"
      maxLength={maxShortTextLength}
      defaultValue={as ?? ''}
      readOnly={disabled}
      onBlur={({ target }) => takeOver(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        takeOver(event.currentTarget.value)
      }}
    />
  )
}
