import type { Creator } from '@earmark/contract/creators.ts'
import { Plus, UserMinus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { areYouSure, peopleMessages as messages } from '../messages.ts'
import styles from './creators-table.module.css'
import { openCreatorSelector } from './open-creator-selector.tsx'

interface CreatorsTableProps {
  /** What these people are to the record: Readers, Voicers. */
  heading: string
  addLabel: string
  /** The title of the question before somebody is removed. */
  removeLabel: string
  creators: readonly Creator[]
  /** Both say themselves how it ended; the table shows what `creators` becomes. */
  onAdd: (creator: Creator) => Promise<void>
  onRemove: (creator: Creator) => Promise<void>
}

const facts: readonly Column<Creator>[] = [
  { heading: messages.id, kind: 'number', cell: ({ id }) => id },
  { heading: messages.nickname, kind: 'name', cell: ({ nickname }) => nickname },
  { heading: messages.name, cell: ({ name }) => name },
  { heading: messages.surname, cell: ({ surname }) => surname },
]

/** The readers or voicers of a record, to be added and removed at once, without saving. */
export function CreatorsTable(props: CreatorsTableProps) {
  const { heading, addLabel, removeLabel, creators, onAdd, onRemove } = props
  const [busy, setBusy] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  async function run(work: () => Promise<void>) {
    setBusy(true)
    await work().finally(() => setBusy(false))
  }

  async function add() {
    // Not disabled meanwhile: it has the focus that the dialog gives back.
    if (busy) return
    const creator = await openCreatorSelector(creators.map(({ id }) => id))
    if (creator) await run(() => onAdd(creator))
  }

  async function remove(creator: Creator) {
    if (!(await confirm({ title: removeLabel, text: areYouSure(creator.nickname) }))) return
    await run(() => onRemove(creator))
    // The button that had the focus has gone with its row.
    title.current?.focus()
  }

  function actions(creator: Creator) {
    return (
      <IconButton
        label={messages.remove(creator.nickname)}
        disabled={busy}
        onClick={() => void remove(creator)}
      >
        <UserMinus size={18} aria-hidden="true" />
      </IconButton>
    )
  }

  const columns = [...facts, { heading: messages.actions, kind: 'actions', cell: actions } as const]

  return (
    <section className={styles.people} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={title} className={`title ${styles.heading}`} tabIndex={-1}>
          {heading}
        </h2>
        <Button aria-busy={busy} onClick={() => void add()}>
          <Plus size={18} aria-hidden="true" />
          {addLabel}
        </Button>
      </div>
      {creators.length === 0 ? (
        <p className={styles.nobody}>{messages.nobody}</p>
      ) : (
        <Table labelledBy={headingId} columns={columns} rows={creators} rowKey={({ id }) => id} />
      )}
    </section>
  )
}
