import { type Credit, type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import { GripVertical, Plus, UserMinus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { type HandleProps, useReorder } from '../../../ui/reorder/use-reorder.ts'
import type { Column } from '../../../ui/table/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { areYouSure, peopleMessages } from '../messages.ts'
import { openCreatorSelector } from '../people/creator-selector.tsx'
import type { PeopleMessages } from './messages.ts'
import { AsField, RoleField } from './people-fields.tsx'
import styles from './people-table.module.css'
import { type CreditRow, moveCredit, rowsOf } from './people-values.ts'
import { TableSection } from './table-section.tsx'

interface PeopleTableProps {
  credits: readonly Credit[]
  messages: PeopleMessages
  /** Of who is added as a reader or voicer. */
  mainRole: CreditRole
  /** Of anybody else who is added. */
  otherRole: CreditRole
  /** @param failed what a failure to save is called */
  onChange: (credits: readonly Credit[], failed: string) => Promise<void> | void
}

const facts: readonly Column<CreditRow>[] = [
  { heading: peopleMessages.id, kind: 'number', cell: ({ credit }) => credit.creator.id },
  { heading: peopleMessages.nickname, kind: 'name', cell: ({ credit }) => credit.creator.nickname },
  { heading: peopleMessages.name, cell: ({ credit }) => credit.creator.name },
  { heading: peopleMessages.surname, cell: ({ credit }) => credit.creator.surname },
]

/** The people of a record with their roles, in the order that their handles give them. */
export function PeopleTable({ credits, messages, mainRole, otherRole, onChange }: PeopleTableProps) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const keysId = useId()
  const rows = rowsOf(credits)
  const drag = useReorder(rows.length, (id: string, place) => {
    void change(moveCredit(rows, id, place), peopleMessages.changeFailed)
    setSaid(peopleMessages.movedTo(place + 1, rows.length))
  })

  async function change(changed: readonly Credit[], failed: string) {
    setBusy(true)
    await Promise.resolve(onChange(changed, failed)).finally(() => setBusy(false))
  }

  async function add(added: CreditRole, failed: string) {
    // Not disabled during a change: the dialog gives the focus back to this button.
    if (busy) return
    const there = credits.filter((credit) => credit.role === added && credit.as === null)
    const creator = await openCreatorSelector(there.map((credit) => credit.creator.id))
    if (creator) await change([...credits, { creator: named(creator), role: added, as: null }], failed)
  }

  async function remove({ credit }: CreditRow) {
    const text = areYouSure(credit.creator.nickname)
    if (!(await confirm({ title: messages.removeTitle(credit.role), text }))) return
    await change(
      credits.filter((other) => other !== credit),
      messages.removeFailed,
    )
    heading.current?.focus()
  }

  function replace({ credit }: CreditRow, changed: Partial<Credit>) {
    const replaced = credits.map((other) => (other === credit ? { ...credit, ...changed } : other))
    void change(replaced, peopleMessages.changeFailed)
  }

  const shared = { disabled: busy, replace }

  function roleField(row: CreditRow) {
    return <RoleField {...shared} row={row} roles={creditRoles} />
  }

  function asField(row: CreditRow) {
    return <AsField key={row.credit.as} {...shared} row={row} />
  }

  function actions(row: CreditRow) {
    return (
      <>
        <Handle row={row} disabled={busy} describedBy={keysId} handle={drag.handleOf(row.id, row.place)} />
        <IconButton
          label={peopleMessages.remove(row.credit.creator.nickname)}
          disabled={busy}
          onClick={() => void remove(row)}
        >
          <UserMinus size={18} aria-hidden="true" />
        </IconButton>
      </>
    )
  }

  const columns: Column<CreditRow>[] = [
    ...facts,
    { heading: peopleMessages.role, kind: 'field', cell: roleField },
    { heading: peopleMessages.as, kind: 'field', cell: asField },
    { heading: peopleMessages.actions, kind: 'actions', cell: actions },
  ]

  return (
    <>
      <TableSection
        heading={messages.heading}
        headingRef={heading}
        add={
          <div className={styles.adding}>
            <Button aria-busy={busy} onClick={() => void add(mainRole, messages.addFailed)}>
              <Plus size={18} aria-hidden="true" />
              {messages.add}
            </Button>
            <Button
              kind="quiet"
              aria-busy={busy}
              onClick={() => void add(otherRole, peopleMessages.addPersonFailed)}
            >
              <Plus size={18} aria-hidden="true" />
              {peopleMessages.addPerson}
            </Button>
          </div>
        }
        columns={columns}
        rows={rows}
        rowStyle={(place) => {
          const shift = drag.shiftOf(place)
          return shift === null ? undefined : { transform: `translateY(${shift.pixels}px)` }
        }}
        none={peopleMessages.nobody}
      />
      <p id={keysId} hidden>
        {peopleMessages.moveKeys}
      </p>
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </>
  )
}

/** Of a creator's own answer what credits name it by. */
function named({ id, nickname, name, surname }: Creator): Creator {
  return { id, nickname, name, surname }
}

interface HandleViewProps {
  row: CreditRow
  disabled: boolean
  describedBy: string
  handle: HandleProps
}

function Handle({ row, disabled, describedBy, handle }: HandleViewProps) {
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={peopleMessages.move(row.credit.creator.nickname)}
      aria-describedby={describedBy}
      aria-disabled={disabled}
      {...(disabled ? {} : handle)}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  )
}
