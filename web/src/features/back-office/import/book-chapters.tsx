import type { ImportBook, ImportBookChange } from '@earmark/contract/imports.ts'
import { useId } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import styles from './book-panel.module.css'
import { reviewMessages as messages } from './messages.ts'

type Source = NonNullable<ImportBookChange['chaptersSource']>
const chapterSources = Object.keys(messages.chapterSources) as Source[]

interface BookChaptersProps {
  book: ImportBook
  /** Chosen and not saved. */
  source: Source | undefined
  canEdit: boolean
  onSource: (source: Source | undefined) => void
}

/** Books have none of a feed. */
function wordsOf(source: ImportBook['chapters']['source']): string {
  return messages.chapterSources[chapterSources.find((one) => one === source) ?? 'None']
}

/** The chapters of a proposed book, and where they come from. */
export function BookChapters({ book: { chapters }, source, canEdit, onSource }: BookChaptersProps) {
  const id = useId()
  const said = chapters.source === 'Hand' ? messages.handChapters : wordsOf(chapters.source)
  const list = chapters.chapters
  return (
    <section aria-labelledby={id} className={styles.filesPart}>
      <h4 id={id} className={styles.title}>
        {messages.chapters} <span className={styles.source}>{messages.chaptersOf(list.length, said)}</span>
      </h4>
      {canEdit && (
        <SelectField
          label={messages.chaptersFrom}
          value={source ?? chapters.source}
          options={chapterSources.map((value) => ({ value, label: messages.chapterSources[value] }))}
          onChange={({ target }) =>
            onSource(target.value === chapters.source ? undefined : (target.value as Source))
          }
        />
      )}
      {list.length > 0 && source === undefined && (
        <details className={styles.chapters}>
          <summary className={styles.summary}>{messages.showChapters}</summary>
          <ol role="list" className={styles.chapterList}>
            {list.map(({ startSeconds, title }) => (
              <li key={startSeconds} className={styles.chapter}>
                <span className={styles.fact}>{formatTime(startSeconds)}</span>
                <span dir="auto">{title}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
