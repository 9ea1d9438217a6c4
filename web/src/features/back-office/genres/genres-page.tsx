import { type Genre, deleteGenre, listGenres, renameGenre } from '@earmark/contract/genres.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { forgetAnswers } from '../answers.ts'
import { attempt, showFailure } from '../attempt.ts'
import { RecordPage } from '../form/record-page.tsx'
import { areYouSure, indexMessages } from '../messages.ts'
import styles from './genres-page.module.css'
import { genreMessages as messages } from './messages.ts'
import { askForName } from './rename-dialog.tsx'

/** Rows at once: all of a usual library, few enough to draw. */
const mostRows = 200

const facts: readonly Column<Genre>[] = [
  { heading: messages.name, kind: 'name', cell: ({ name }) => name },
  { heading: messages.count, kind: 'number', cell: ({ count }) => count },
]

/** All genres with their numbers of records, to be renamed, merged and deleted. */
export function GenresPage() {
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState<string>()
  const about = useRef<HTMLParagraphElement>(null)
  const { data: genres, error, refetch } = useQuery({ ...apiQuery(listGenres, {}), staleTime: 0 })

  useEffect(() => {
    if (error) showFailure(messages.loadFailed, error)
  }, [error])

  const found = genres?.filter(({ name }) => folded(name).includes(folded(search)))

  async function change(name: string, work: () => Promise<unknown>, texts: { done: string; failed: string }) {
    setBusy(name)
    const answered = await attempt(work, texts)
    // A change that was cut off has changed some records.
    await forgetAnswers('genres')
    setBusy(undefined)
    if (answered) about.current?.focus({ preventScroll: true })
  }

  async function rename({ name, count }: Genre) {
    const newName = await askForName(name, count)
    if (newName === undefined || newName === name) return
    const isThere = genres?.some((other) => other.name === newName)
    const question = { title: messages.merge, text: messages.mergeText(name, newName, count) }
    if (isThere && !(await confirm(question))) return
    await change(name, () => call(renameGenre, { params: { name }, body: { name: newName } }), {
      done: isThere ? messages.merged : messages.renamed,
      failed: messages.renameFailed,
    })
  }

  async function remove({ name }: Genre) {
    if (!(await confirm({ title: messages.delete, text: areYouSure(name) }))) return
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    await change(name, () => call(deleteGenre, { params: { name } }), texts)
  }

  function actions(genre: Genre) {
    if (isUnaddressed(genre.name)) return <span className="meta">{messages.inForms}</span>
    const isBusy = busy === genre.name
    return (
      <>
        <IconButton label={messages.rename(genre.name)} disabled={isBusy} onClick={() => void rename(genre)}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={indexMessages.delete(genre.name)}
          disabled={isBusy}
          onClick={() => void remove(genre)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </>
    )
  }

  return (
    <RecordPage name={messages.title}>
      <div className={styles.genres}>
        <p className={styles.about} id="about-genres" ref={about} tabIndex={-1}>
          {messages.about}
        </p>
        {error && genres === undefined ? (
          <div className={styles.message}>
            <p role="alert">{messages.loadFailed}</p>
            <Button onClick={() => void refetch()}>{indexMessages.reload}</Button>
          </div>
        ) : (
          <>
            <SearchField
              className={styles.search}
              label={messages.search}
              term={search}
              onSearch={setSearch}
              onClear={() => setSearch('')}
            />
            <p role="status" className={styles.about}>
              {genres && stateOf(genres.length, found?.length ?? 0, search)}
            </p>
            {found?.length !== 0 && (
              <Table
                labelledBy="about-genres"
                columns={[...facts, { heading: indexMessages.actions, kind: 'actions', cell: actions }]}
                rows={found?.slice(0, mostRows)}
                rowKey={({ name }) => name}
              />
            )}
          </>
        )}
      </div>
    </RecordPage>
  )
}

function stateOf(all: number, found: number, search: string): string {
  if (all === 0) return messages.none
  if (found === 0) return indexMessages.nothingFound(search)
  if (found > mostRows) return messages.more(found - mostRows)
  return search === '' ? '' : indexMessages.found(found)
}

/** Made before such names were refused: browsers resolve the dots in its address. */
function isUnaddressed(name: string): boolean {
  return name === '.' || name === '..'
}

/** Without marks and case. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}
