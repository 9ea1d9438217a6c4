import { useController } from 'react-hook-form'
import { audioKind, type FileChoice, imageKind } from '../../../ui/file-field/file-kinds.ts'
import { FileField } from '../../../ui/file-field/file-field.tsx'
import { player } from '../../player/index.ts'
import { onlyAudio } from './audio-values.ts'
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
  const { ref, value: found, onChange } = useController({ control, name }).field
  const value = 'kind' in found ? found : onlyAudio(found)

  function change(choice: FileChoice) {
    onChange(name === 'audio' ? [choice].filter(({ kind }) => kind !== 'none') : choice)
    if (choice.kind === 'chosen') onChosen?.(choice.file)
  }

  const refused = refusalOf(name)(found)
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
