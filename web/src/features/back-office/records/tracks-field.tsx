import { maxTracks } from '@earmark/contract/record-forms.ts'
import { type ChangeEvent, useId, useImperativeHandle, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { FieldMessages } from '../../../ui/field/field.tsx'
import { audioKind, refusalOf as refusalOfFile } from '../../../ui/file-field/file-kinds.ts'
import { FilePreview } from '../../../ui/file-field/file-preview.tsx'
import { useFileDrop } from '../../../ui/file-field/use-file-drop.ts'
import { useReorder } from '../../../ui/reorder/use-reorder.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { player } from '../../player/index.ts'
import { peopleMessages } from '../messages.ts'
import { type AudioChoice, audioRows, audioSummary, byName, moved, namedRefusal } from './audio-values.ts'
import { messages } from './messages.ts'
import type { RecordFieldProps } from './record-fields.tsx'
import { TrackRow } from './track-row.tsx'
import styles from './tracks-field.module.css'

interface TracksFieldProps extends RecordFieldProps {
  note: string | undefined
  /** The first of new files. */
  onChosen: (file: File) => void
}

/** The files of an audio book in their order, with a place to drop more. */
export function TracksField({ control, refusalOf, disabled, note, onChosen }: TracksFieldProps) {
  const { ref, value: audio, onChange } = useController({ control, name: 'audio' }).field
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  /** The row whose file the next one replaces. */
  const replaced = useRef<string>(undefined)
  const [leftOut, setLeftOut] = useState<string>()
  const [heard, setHeard] = useState<string>()
  const [said, setSaid] = useState('')
  useImperativeHandle(ref, () => ({ focus: () => chooseButton.current?.focus() }), [])
  const { isOver, target } = useFileDrop((files) => take(files), disabled)

  const rows = audioRows(audio)
  const placeOf = (row: string) => rows.findIndex((one) => one.id === row)
  const playing = rows.find((row) => row.id === heard)
  const drag = useReorder(rows.length, (row: string, place) => {
    change(moved(audio, placeOf(row), place))
    setSaid(peopleMessages.movedTo(place + 1, rows.length))
  })

  function change(wanted: readonly AudioChoice[]) {
    setLeftOut(undefined)
    onChange(wanted)
  }

  /** @param row the one whose file they replace; without it they come last */
  function take(files: readonly File[], row?: string) {
    const reasons = files.flatMap((file) => refusalOfFile(audioKind, file) ?? [])
    const good = byName(files.filter((file) => refusalOfFile(audioKind, file) === undefined))
    const choices = good.map((file): AudioChoice => ({ kind: 'chosen', file }))
    const place = row === undefined ? -1 : placeOf(row)
    const wanted = place < 0 ? [...audio, ...choices] : audio.toSpliced(place, 1, ...choices)
    const [first] = good
    if (wanted.length > maxTracks) return setLeftOut(messages.tooManyTracks)
    if (first) {
      change(wanted)
      onChosen(first)
    }
    if (reasons.length > 0) setLeftOut(inOneSentence(reasons))
    if (reasons.length > 0 || row !== undefined) chooseButton.current?.focus()
  }

  function takeChosen(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    // Choosing the same file again has to be a change.
    event.target.value = ''
    if (files.length > 0) take(files, replaced.current)
  }

  function choose(row?: string) {
    replaced.current = row
    input.current?.click()
  }

  function remove(place: number) {
    change(audio.toSpliced(place, 1))
    if (rows.length === 1) chooseButton.current?.focus()
  }

  function clear() {
    change([])
    chooseButton.current?.focus()
  }

  const refused = refusalOf('audio')(audio)
  const error = leftOut ?? (refused === undefined ? undefined : namedRefusal(refused, audio))
  const message =
    error === undefined
      ? note && ({ kind: 'note', text: note } as const)
      : ({ kind: 'error', text: error } as const)
  const isEmpty = rows.length === 0
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
      className={styles.field}
      data-field=""
    >
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {messages.audio}
        </span>
        <span className={styles.summary} aria-live="polite">
          {!isEmpty && audioSummary(audio)}
        </span>
      </div>
      <ol role="list" className={styles.rows} data-dragging={drag.isDragging ? '' : undefined}>
        {rows.map((row, place) => (
          <TrackRow
            key={row.id}
            row={row}
            place={place}
            disabled={disabled}
            isHeard={row.id === heard}
            shift={drag.shiftOf(place)}
            handle={drag.handleOf(row.id, place)}
            keysId={`${id}-keys`}
            onHear={() => setHeard(row.id === heard ? undefined : row.id)}
            onReplace={() => choose(row.id)}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
      {playing && (
        <FilePreview
          key={playing.id}
          kind={audioKind}
          label={playing.name}
          choice={playing.choice}
          autoPlay
          onPlay={() => player.send({ type: 'pause' })}
        />
      )}
      <div
        className={styles.drop}
        data-over={isOver ? '' : undefined}
        data-invalid={error === undefined ? undefined : ''}
        {...target}
      >
        <p className={styles.about}>{isEmpty ? messages.dropFiles : messages.dropMore}</p>
        <Button
          ref={chooseButton}
          aria-label={isEmpty ? messages.chooseAudio : messages.chooseMoreAudio}
          disabled={disabled}
          onClick={() => choose()}
        >
          {isEmpty ? messages.choose : messages.chooseMore}
        </Button>
        {!isEmpty && (
          <Button kind="quiet" aria-label={messages.clearAudio} disabled={disabled} onClick={clear}>
            {messages.clear}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          multiple
          accept={audioKind.accept}
          aria-label={messages.audioFile}
          disabled={disabled}
          hidden
          onChange={takeChosen}
        />
      </div>
      <div id={`${id}-about`}>
        <FieldMessages id={id} hint={messages.tracksHint} message={message || undefined} />
      </div>
      <p id={`${id}-keys`} hidden>
        {peopleMessages.moveKeys}
      </p>
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </div>
  )
}

function inOneSentence([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} ${messages.othersLeftOut(others.length)}`
}
