import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import styles from './chips-field.module.css'
import { describedBy, Field, type FieldParts } from './field.tsx'
import fieldStyles from './field.module.css'

interface ChipsFieldProps extends FieldParts {
  name: string
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  suggestions: readonly string[]
  placeholder: string
  removeLabel: (text: string) => string
  maxLength: number
  disabled: boolean
}

/** A list of short texts: typed or chosen, each of them a chip. */
export function ChipsField(props: ChipsFieldProps) {
  const { label, hint, message, name, value, onChange, onBlur, ref, suggestions, disabled } = props
  const id = useId()
  const parts = { label, hint, message }
  const [text, setText] = useState('')

  function add(added: string) {
    setText('')
    const trimmed = added.trim()
    if (trimmed !== '' && !value.includes(trimmed)) onChange([...value, trimmed])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
    if (text.trim() === '' || (event.key !== 'Enter' && event.key !== ',')) return
    event.preventDefault()
    add(text)
  }

  return (
    <Field id={id} {...parts}>
      <div className={`${fieldStyles.input} ${styles.box}`} data-disabled={disabled || undefined}>
        {value.map((chip) => (
          <span key={chip} className={styles.chip}>
            <bdi>{chip}</bdi>
            <button
              type="button"
              className={styles.remove}
              aria-label={props.removeLabel(chip)}
              disabled={disabled}
              onClick={() => onChange(value.filter((other) => other !== chip))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          ref={ref}
          id={id}
          name={name}
          type="text"
          dir="auto"
          className={styles.text}
          list={`${id}-suggestions`}
          autoComplete="off"
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          value={text}
          disabled={disabled}
          aria-invalid={message?.kind === 'error' ? true : undefined}
          aria-describedby={describedBy(id, parts)}
          onChange={({ target, nativeEvent }) =>
            isChosen(nativeEvent) ? add(target.value) : setText(target.value)
          }
          onKeyDown={onKeyDown}
          onBlur={() => {
            add(text)
            onBlur()
          }}
        />
        <datalist id={`${id}-suggestions`}>
          {suggestions
            .filter((one) => !value.includes(one))
            .map((one) => (
              <option key={one} value={one} />
            ))}
        </datalist>
      </div>
    </Field>
  )
}

/** From the suggestions, and not typed. */
function isChosen(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText'
}
