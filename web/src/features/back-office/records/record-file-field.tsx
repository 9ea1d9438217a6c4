import { useController } from 'react-hook-form'
import { audioKind, type FileChoice, imageKind } from '../../../ui/file-field/file-kinds.ts'
import { FileField } from '../../../ui/file-field/file-field.tsx'
import { player } from '../../player/index.ts'
import type { RecordFieldProps } from './record-fields.tsx'

interface RecordFileFieldProps extends RecordFieldProps {
  name: 'coverImage' | 'coverImagePreview' | 'audio'
  label: string
  hint: string
  /** Shown with a chosen file. */
  note?: string | undefined
  onChosen?: (file: File) => void
}

export function RecordFileField(props: RecordFileFieldProps) {
  const { control, refusalOf, disabled, name, label, hint, note, onChosen } = props
  const { ref, value, onChange } = useController({ control, name }).field

  function change(choice: FileChoice) {
    onChange(choice)
    if (choice.kind === 'chosen') onChosen?.(choice.file)
  }

  const refused = refusalOf(name)(value)
  const refusal = refused === undefined ? undefined : ({ kind: 'error', text: refused } as const)
  const told = note && value.kind === 'chosen' ? ({ kind: 'note', text: note } as const) : undefined
  return (
    <FileField
      label={label}
      hint={hint}
      kind={name === 'audio' ? audioKind : imageKind}
      value={value}
      onChange={change}
      disabled={disabled}
      ref={ref}
      message={refusal ?? told}
      onPlay={() => player.send({ type: 'pause' })}
    />
  )
}
