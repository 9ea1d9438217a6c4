import type { Creator } from '@earmark/contract/creators.ts'
import { attempt } from '../attempt.ts'
import { CreatorsTable } from '../people/creators-table.tsx'
import type { PeopleMessages } from './messages.ts'

interface PeopleTableProps {
  people: readonly Creator[]
  messages: PeopleMessages
  add: (creatorId: number) => Promise<unknown>
  remove: (creatorId: number) => Promise<unknown>
  /** Shows what has become of them. */
  reload: () => Promise<void>
}

/** Readers of an audio book, or voicers of a podcast or an episode: written one by one, apart from the form. */
export function PeopleTable({ people, messages, add, remove, reload }: PeopleTableProps) {
  async function addOne({ id }: Creator) {
    if (await attempt(() => add(id), { failed: messages.addFailed })) await reload()
  }

  async function removeOne({ id }: Creator) {
    if (await attempt(() => remove(id), { failed: messages.removeFailed })) await reload()
  }

  return (
    <CreatorsTable
      heading={messages.heading}
      addLabel={messages.add}
      removeLabel={messages.removeTitle}
      creators={people}
      onAdd={addOne}
      onRemove={removeOne}
    />
  )
}
