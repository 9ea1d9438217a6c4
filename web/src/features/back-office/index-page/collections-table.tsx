import {
  deleteCollection,
  type EditedCollection,
  listEditedCollections,
} from '@earmark/contract/collection-edits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { Flag } from '../../../ui/table/flag.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { forgetAnswers } from '../answers.ts'
import { attempt, showFailure } from '../attempt.ts'
import styles from './index-table.module.css'
import { EditLink } from '../edit-link.tsx'
import { areYouSure, indexMessages, tableMessages } from '../messages.ts'

const { columns: headings } = indexMessages
const messages = tableMessages.collections

const facts: readonly Column<EditedCollection>[] = [
  { heading: headings.place, kind: 'number', cell: ({ place }) => place },
  { heading: headings.name, kind: 'name', cell: ({ name }) => name },
  { heading: headings.itemsCount, kind: 'number', cell: ({ items }) => items.length },
  { heading: headings.isOnHome, kind: 'flag', cell: ({ isOnHome }) => <Flag on={isOnHome} /> },
  { heading: headings.description, cell: ({ description }) => description },
]

/** All collections by place: they are few. */
export function CollectionsTable() {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<number>()
  const { data, error, refetch } = useQuery({ ...apiQuery(listEditedCollections, {}), staleTime: 0 })

  useEffect(() => {
    if (error) showFailure(messages.loadFailed, error)
  }, [error])

  async function remove(collection: EditedCollection) {
    if (!(await confirm({ title: messages.deleteTitle, text: areYouSure(collection.name) }))) return
    setBusy(collection.id)
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    const isDeleted = await attempt(() => call(deleteCollection, { params: { id: collection.id } }), texts)
    setBusy(undefined)
    if (!isDeleted) return
    await forgetAnswers('collections')
    heading.current?.focus({ preventScroll: true })
  }

  function actions(collection: EditedCollection) {
    const { name } = collection
    return (
      <>
        <EditLink to="/edit/collections/$id" params={{ id: String(collection.id) }} name={name} />
        <IconButton
          label={indexMessages.delete(name)}
          disabled={busy === collection.id}
          onClick={() => void remove(collection)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </>
    )
  }

  return (
    <section className={styles.section} id="collections" aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} className={`title ${styles.heading}`} tabIndex={-1}>
          {messages.title}
        </h2>
        {data && data.length > 0 && <p className={`number ${styles.count}`}>{data.length}</p>}
        <Link to="/edit/collections/create" className={buttonClass}>
          <Plus size={18} aria-hidden="true" />
          {messages.create}
        </Link>
      </div>
      {error && data === undefined ? (
        <div className={styles.message}>
          <p role="alert">{messages.loadFailed}</p>
          <Button onClick={() => void refetch()}>{indexMessages.reload}</Button>
        </div>
      ) : data?.length === 0 ? (
        <p className={styles.message}>{messages.empty}</p>
      ) : (
        <Table
          labelledBy={id}
          columns={[...facts, { heading: indexMessages.actions, kind: 'actions', cell: actions }]}
          rows={data}
          rowKey={(collection) => collection.id}
        />
      )}
    </section>
  )
}
