import type { ImportBook, ImportFile } from '@earmark/contract/imports.ts'
import { GripVertical, Play, Scissors, Square } from 'lucide-react'
import { useId, useState } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { audioKind } from '../../../ui/file-field/file-kinds.ts'
import { FilePreview } from '../../../ui/file-field/file-preview.tsx'
import { useReorder } from '../../../ui/reorder/use-reorder.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { moved } from './book-draft.ts'
import { player } from '../../player/index.ts'
import styles from './book-panel.module.css'
import { refusals, reviewMessages as messages } from './messages.ts'

interface BookFilesProps {
  book: ImportBook
  order: readonly string[]
  canEdit: boolean
  onOrder: (order: readonly string[]) => void
  /** @param place of the first file of the second book, from 1 */
  onSplit: (place: number) => void
}

/** The files of a proposed book in the order of playing, and those that are left out. */
export function BookFiles({ book, order, canEdit, onOrder, onSplit }: BookFilesProps) {
  const id = useId()
  const [said, setSaid] = useState('')
  const [heardPath, setHeardPath] = useState<string>()
  const byPath = new Map(book.files.map((file) => [file.path, file]))
  const files = order.flatMap((path) => byPath.get(path) ?? [])
  const leftOut = book.files.filter(({ place }) => place === null)
  const canMove = canEdit && files.length > 1
  const drag = useReorder(files.length, (path: string, place) => {
    onOrder(moved(order, order.indexOf(path), place))
    setSaid(messages.movedTo(place + 1, files.length))
  })
  const starts = startsOf(files)
  const heard = files.find(({ path }) => path === heardPath)

  return (
    <section aria-labelledby={`${id}-title`} className={styles.filesPart}>
      <h4 id={`${id}-title`} className={styles.title}>
        {files.length > 0 ? messages.filesTitle : messages.leftOut}
      </h4>
      {canMove && (
        <VisuallyHidden>
          <span id={`${id}-keys`}>{messages.moveKeys}</span>
        </VisuallyHidden>
      )}
      {files.length > 0 && (
        <ol
          role="list"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by keys too
          tabIndex={files.length > 12 ? 0 : undefined}
          aria-labelledby={`${id}-title`}
          className={styles.files}
          data-dragging={drag.isDragging ? '' : undefined}
        >
          {files.map((file, place) => {
            const shift = drag.shiftOf(place)
            const name = nameOf(file.path)
            return (
              <li
                key={file.path}
                className={styles.file}
                data-dragged={shift?.isDragged ? '' : undefined}
                style={shift === null ? undefined : { transform: `translateY(${shift.pixels}px)` }}
              >
                {canMove && (
                  <button
                    type="button"
                    className={styles.handle}
                    aria-label={messages.move(name)}
                    aria-describedby={`${id}-keys`}
                    {...drag.handleOf(file.path, place)}
                  >
                    <GripVertical size={18} aria-hidden="true" />
                  </button>
                )}
                <span className={styles.number}>{place + 1}</span>
                <span className={styles.fileName} dir="auto" title={file.path}>
                  {name}
                </span>
                <span className={styles.fact}>
                  {file.durationSeconds === null ? '' : formatTime(starts[place] ?? 0)}
                </span>
                {file.audioUrl !== null && (
                  <IconButton
                    label={messages.listenTo(name)}
                    aria-pressed={file === heard}
                    onClick={() => setHeardPath(file === heard ? undefined : file.path)}
                  >
                    <ListenIcon isHeard={file === heard} />
                  </IconButton>
                )}
                {canMove &&
                  (place > 0 ? (
                    <IconButton label={messages.splitBefore(name)} onClick={() => onSplit(place)}>
                      <Scissors size={16} aria-hidden="true" />
                    </IconButton>
                  ) : (
                    <span className={styles.noSplit} />
                  ))}
              </li>
            )
          })}
        </ol>
      )}
      {heard?.audioUrl && (
        <FilePreview
          key={heard.path}
          kind={audioKind}
          label={nameOf(heard.path)}
          choice={{ kind: 'stored', url: heard.audioUrl }}
          onPlay={() => player.send({ type: 'pause' })}
          autoPlay
        />
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {leftOut.length > 0 && <LeftOut files={leftOut} hasTitle={files.length > 0} />}
    </section>
  )
}

function ListenIcon({ isHeard }: { isHeard: boolean }) {
  const Icon = isHeard ? Square : Play
  return <Icon size={14} fill="currentColor" aria-hidden="true" />
}

function LeftOut({ files, hasTitle }: { files: readonly ImportFile[]; hasTitle: boolean }) {
  return (
    <>
      {hasTitle && <h5 className={styles.subtitle}>{messages.leftOut}</h5>}
      <ul role="list" className={styles.leftOut}>
        {files.map(({ path, refusal }) => (
          <li key={path}>
            <span dir="auto">{nameOf(path)}</span>
            {refusal && <span className={styles.refusal}> {refusals[refusal]}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Where each file begins in the book. Seconds. */
function startsOf(files: readonly ImportFile[]): number[] {
  let start = 0
  return files.map(({ durationSeconds }) => {
    const begins = start
    start += durationSeconds ?? 0
    return begins
  })
}
