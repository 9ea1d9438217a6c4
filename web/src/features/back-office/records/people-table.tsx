import type { Creator } from '@earmark/contract/creators.ts'
import { Plus, UserMinus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import type { Column } from '../../../ui/table/table.tsx'
import { attempt } from '../attempt.ts'
import { areYouSure, peopleMessages } from '../messages.ts'
import { openCreatorSelector } from '../people/creator-selector.tsx'
import type { PeopleMessages } from './messages.ts'
import { TableSection } from './table-section.tsx'

interface PeopleTableProps {
  people: readonly Creator[]
  messages: PeopleMessages
  add: (creatorId: number) => Promise<unknown>
  remove: (creatorId: number) => Promise<unknown>
  /** Loads the record again, and with it `people`. */
  reload: () => Promise<void>
}

const facts: readonly Column<Creator>[] = [
  { heading: peopleMessages.id, kind: 'number', cell: ({ id }) => id },
  { heading: peopleMessages.nickname, kind: 'name', cell: ({ nickname }) => nickname },
  { heading: peopleMessages.name, cell: ({ name }) => name },
  { heading: peopleMessages.surname, cell: ({ surname }) => surname },
]

/** The readers or voicers of a record: added and removed one by one, apart from its form. */
export function PeopleTable({ people, messages, add, remove, reload }: PeopleTableProps) {
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  async function change(work: () => Promise<unknown>, failed: string) {
    setBusy(true)
    const changed = attempt(work, { failed }).then((done) => done && reload())
    await changed.finally(() => setBusy(false))
  }

  async function addOne() {
    // Not disabled during a change: the dialog gives the focus back to this button.
    if (busy) return
    const creator = await openCreatorSelector(people.map(({ id }) => id))
    if (creator) await change(() => add(creator.id), messages.addFailed)
  }

  async function removeOne({ id, nickname }: Creator) {
    if (!(await confirm({ title: messages.removeTitle, text: areYouSure(nickname) }))) return
    await change(() => remove(id), messages.removeFailed)
    heading.current?.focus()
  }

  function actions(creator: Creator) {
    return (
      <IconButton
        label={peopleMessages.remove(creator.nickname)}
        disabled={busy}
        onClick={() => void removeOne(creator)}
      >
        <UserMinus size={18} aria-hidden="true" />
      </IconButton>
    )
  }

  const columns = [...facts, { heading: peopleMessages.actions, kind: 'actions', cell: actions } as const]

  return (
    <TableSection
      heading={messages.heading}
      headingRef={heading}
      add={
        <Button aria-busy={busy} onClick={() => void addOne()}>
          <Plus size={18} aria-hidden="true" />
          {messages.add}
        </Button>
      }
      columns={columns}
      rows={people}
      none={peopleMessages.nobody}
    />
  )
}
