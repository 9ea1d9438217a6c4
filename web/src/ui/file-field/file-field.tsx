import { type ChangeEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { type FieldMessage, FieldMessages } from '../field/field.tsx'
import { type FileChoice, type FileKind, formatSize, noFile, refusalOf } from './file-kinds.ts'
import styles from './file-field.module.css'
import { FilePreview } from './file-preview.tsx'
import { useFileDrop } from './use-file-drop.ts'

interface Focusable {
  focus: () => void
}

export interface FileFieldProps {
  label: string
  hint?: string | undefined
  kind: FileKind
  value: FileChoice
  onChange: (choice: FileChoice) => void
  message?: FieldMessage | undefined
  disabled?: boolean | undefined
  /** Focuses the button. */
  ref?: Ref<Focusable> | undefined
  /** The preview begins to play. */
  onPlay?: (() => void) | undefined
}

export function FileField(props: FileFieldProps) {
  const { label, hint, kind, value, onChange, message, disabled = false, ref, onPlay } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [refusal, setRefusal] = useState<string>()
  useImperativeHandle(ref, () => ({ focus: () => chooseButton.current?.focus() }), [])
  const { isOver, target } = useFileDrop(([file]) => file && take(file), disabled)
  const said = refusal ? ({ kind: 'error', text: refusal } as const) : message

  const choose = value.kind === 'none' ? 'Choose' : 'Replace'

  function take(file: File) {
    const reason = refusalOf(kind, file)
    setRefusal(reason)
    if (reason === undefined) return onChange({ kind: 'chosen', file })
    chooseButton.current?.focus()
  }

  function takeChosen(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Choosing the same file again has to be a change.
    event.target.value = ''
    if (file) take(file)
  }

  function clear() {
    setRefusal(undefined)
    onChange(noFile)
    // The pressed button is removed.
    chooseButton.current?.focus()
  }

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
      className={styles.field}
      data-field=""
    >
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div
        className={styles.box}
        data-over={isOver ? '' : undefined}
        data-invalid={said?.kind === 'error' ? '' : undefined}
        {...target}
      >
        <FilePreview kind={kind} label={label} choice={value} onPlay={onPlay} />
        <div className={styles.side}>
          <p className={styles.about} aria-live="polite">
            <FileFacts kind={kind} choice={value} />
          </p>
          <div className={styles.actions}>
            <Button
              ref={chooseButton}
              aria-label={`${choose} ${label.toLowerCase()}`}
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {choose}
            </Button>
            {value.kind !== 'none' && (
              <Button
                kind="quiet"
                aria-label={`Clear ${label.toLowerCase()}`}
                disabled={disabled}
                onClick={clear}
              >
                Clear
              </Button>
            )}
          </div>
        </div>
        <input
          ref={input}
          type="file"
          accept={kind.accept}
          aria-label={`${label} file`}
          disabled={disabled}
          hidden
          onChange={takeChosen}
        />
      </div>
      <div id={`${id}-about`}>
        <FieldMessages id={id} hint={hint} message={said} />
      </div>
    </div>
  )
}

function FileFacts({ kind, choice }: { kind: FileKind; choice: FileChoice }) {
  switch (choice.kind) {
    case 'none':
      return `Drop an ${kind.noun} here, or choose one.`
    case 'stored':
      return <span className={styles.name}>Stored {kind.noun}</span>
    case 'chosen':
      return (
        <>
          <span className={styles.name}>{choice.file.name}</span> {formatSize(choice.file.size)}
        </>
      )
  }
}
