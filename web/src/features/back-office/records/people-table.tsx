import type { Creator } from '@earmark/contract/creators.ts'
import { forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { CreatorsTable } from '../people/creators-table.tsx'
import type { PeopleMessages } from './messages.ts'

interface PeopleTableProps {
  people: readonly Creator[]
  messages: PeopleMessages
  /** Whose answers show them. */
  kept: 'audio-books' | 'podcasts'
  add: (creatorId: number) => Promise<unknown>
  remove: (creatorId: number) => Promise<unknown>
}

/** Readers of an audio book, or voicers of a podcast or an episode: written one by one, apart from the form. */
export function PeopleTable({ people, messages, kept, add, remove }: PeopleTableProps) {
  async function addOne({ id }: Creator) {
    if (await attempt(() => add(id), { failed: messages.addFailed })) await forgetAnswers(kept)
  }

  async function removeOne({ id }: Creator) {
    if (await attempt(() => remove(id), { failed: messages.removeFailed })) await forgetAnswers(kept)
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
