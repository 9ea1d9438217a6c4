import type { ImportBook } from '@earmark/contract/imports.ts'
import { type FieldName, fieldNames } from '@earmark/contract/planner/plan-input.ts'
import { Pin } from 'lucide-react'
import { useId } from 'react'
import { type BookDraft, isList, textOf, valueOf } from './book-draft.ts'
import styles from './book-panel.module.css'
import { fieldLabels, reviewMessages as messages, sourceOf } from './messages.ts'

interface BookFieldsProps {
  book: ImportBook
  draft: BookDraft
  canEdit: boolean
  onType: (name: FieldName, text: string) => void
}

/** The fields of a proposed book, each with whose word it is. */
export function BookFields({ book, draft, canEdit, onType }: BookFieldsProps) {
  const titleId = useId()
  // Of a book that cannot be edited only what somebody says.
  const shown = fieldNames.filter((name) => canEdit || textOf(book.fields[name].value) !== '')
  if (shown.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={styles.fields}>
      <h4 id={titleId} className={styles.title}>
        {messages.fields}
      </h4>
      {shown.map((name) => (
        <Field
          key={name}
          book={book}
          name={name}
          typed={draft.fields[name]}
          canEdit={canEdit}
          onType={(text) => onType(name, text)}
        />
      ))}
    </section>
  )
}

interface FieldProps {
  book: ImportBook
  name: FieldName
  typed: string | undefined
  canEdit: boolean
  onType: (text: string) => void
}

function Field({ book, name, typed, canEdit, onType }: FieldProps) {
  const id = useId()
  const { source, value, others, now } = book.fields[name]
  const label = fieldLabels[name]
  const text = typed ?? textOf(value)
  const isInvalid = typed !== undefined && valueOf(name, typed) === undefined
  const isByHand = typed !== undefined || source === 'Hand'
  const about = isInvalid ? messages.yearInvalid : isList(name) && canEdit ? messages.namesHint : ''
  const Control = name === 'description' ? 'textarea' : 'input'
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}{' '}
        <span className={styles.source}>
          {isByHand && <Pin size={12} aria-hidden="true" />}
          {sourceOf(name, isByHand ? 'Hand' : source)}
        </span>
      </label>
      <div className={styles.values} data-now={now === undefined ? undefined : ''}>
        {now !== undefined && (
          <p className={styles.now} dir="auto">
            <span className={styles.nowLabel}>{messages.now}</span>
            {textOf(now) || '—'}
          </p>
        )}
        <Control
          id={id}
          dir="auto"
          className={styles.input}
          readOnly={!canEdit}
          value={text}
          aria-invalid={isInvalid || undefined}
          aria-describedby={about === '' ? undefined : `${id}-about`}
          onChange={({ target }) => onType(target.value)}
        />
      </div>
      {about !== '' && (
        <p id={`${id}-about`} className={isInvalid ? styles.invalid : styles.hint}>
          {about}
        </p>
      )}
      {source === 'Hand' && typed === undefined && <Pinned other={others[0] && textOf(others[0].value)} />}
      {canEdit && (
        <Others
          name={name}
          others={[...(typed === undefined ? [] : [{ source, value }]), ...others].filter(
            (one) => textOf(one.value) !== text,
          )}
          onTake={onType}
        />
      )}
    </div>
  )
}

function Pinned({ other }: { other: string | undefined }) {
  return <p className={styles.pinned}>{other ? messages.pinned(other) : messages.pinnedNothing}</p>
}

interface OthersProps {
  name: FieldName
  others: ImportBook['fields'][FieldName]['others']
  onTake: (text: string) => void
}

function Others({ name, others, onTake }: OthersProps) {
  if (others.length === 0) return null
  const label = fieldLabels[name]
  return (
    <ul role="list" className={styles.others} aria-label={messages.others(label)}>
      {others.map(({ source, value }) => {
        const text = textOf(value)
        return (
          <li key={`${source} ${text}`}>
            <button
              type="button"
              className={styles.other}
              aria-label={messages.takeOther(label, text)}
              onClick={() => onTake(text)}
            >
              <span className={styles.otherValue} dir="auto">
                {text || '—'}
              </span>
              <span className={styles.source}>{sourceOf(name, source)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
