import {
  type EditedAudioBook,
  type EditedPodcast,
  pageEditedAudioBooks,
  pageEditedPodcasts,
} from '@earmark/contract/edited-records.ts'
import { maxCollectionItems } from '@earmark/contract/collections.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { useState } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { type ChoiceKind, Choices, choicesAtOnce } from '../choices/choices.tsx'
import { collectionMessages as messages, tableMessages } from '../messages.ts'
import { type ItemValue, itemValue } from './collection-values.ts'

/** Adds audio books and podcasts to a collection, one after the other until the dialog is left. */
export async function openWorkSelector(
  items: readonly ItemValue[],
  onChange: (items: readonly ItemValue[]) => void,
): Promise<void> {
  await openDialog((close) => <WorkSelector present={items} onChange={onChange} close={close} />)
}

const choiceQuery = (search: string, pageNumber: number) =>
  pagedQuery<'name'>({
    search,
    pageNumber,
    pageSize: choicesAtOnce,
    sortBy: search === '' ? 'name' : ('relevance' as 'name'),
  })

const choiceTexts = (table: 'audioBooks' | 'podcasts') => ({
  selectorTitle: messages.selectorTitle,
  pages: tableMessages[table].pages,
  loadFailed: tableMessages[table].loadFailed,
  nobodyFound: (term: string) => `Nothing matches “${term}”.`,
  nobodyAtAll: tableMessages[table].empty,
})

const statusOf = ({ status }: Pick<EditedAudioBook, 'status'>) => (status === 'Published' ? '' : status)

const audioBookChoices: ChoiceKind<EditedAudioBook> = {
  messages: choiceTexts('audioBooks'),
  page: (search, pageNumber) =>
    apiQuery(pageEditedAudioBooks, { querystring: choiceQuery(search, pageNumber) }),
  nameOf: ({ name }) => name,
  factOf: statusOf,
}

const podcastChoices: ChoiceKind<EditedPodcast> = {
  messages: choiceTexts('podcasts'),
  page: (search, pageNumber) =>
    apiQuery(pageEditedPodcasts, { querystring: choiceQuery(search, pageNumber) }),
  nameOf: ({ name }) => name,
  factOf: statusOf,
}

const kinds = [
  { value: 'audioBook', label: tableMessages.audioBooks.title },
  { value: 'podcast', label: tableMessages.podcasts.title },
] as const

interface WorkSelectorProps {
  present: readonly ItemValue[]
  onChange: (items: readonly ItemValue[]) => void
  close: CloseDialog<undefined>
}

function WorkSelector({ present, onChange, close }: WorkSelectorProps) {
  const [items, setItems] = useState(present)
  const [kind, setKind] = useState<ItemValue['kind']>('audioBook')
  const [search, setSearch] = useState('')
  const [pageNumber, setPageNumber] = useState(1)
  useCloseWithSession(close)

  function find(term: string) {
    setSearch(term)
    setPageNumber(1)
  }

  function add(added: readonly ItemValue[]) {
    const all = [...items, ...added]
    setItems(all)
    onChange(all)
    if (all.length >= maxCollectionItems) close()
  }

  const known = items.filter((item) => item.kind === kind).map(({ id }) => id)
  const shared = { search, pageNumber, known, onPage: setPageNumber }
  return (
    <Dialog title={messages.selectorTitle} onDismiss={() => close()}>
      <SelectField
        label={messages.what}
        options={kinds}
        value={kind}
        onChange={(event) => {
          setKind(event.target.value as ItemValue['kind'])
          setPageNumber(1)
        }}
      />
      <SearchField label={messages.search} term={search} onSearch={find} onClear={() => find('')} />
      {kind === 'audioBook' ? (
        <Choices
          {...shared}
          kind={audioBookChoices}
          onChoose={(audioBook) => add(itemValue({ audioBook }))}
        />
      ) : (
        <Choices {...shared} kind={podcastChoices} onChoose={(podcast) => add(itemValue({ podcast }))} />
      )}
      <DialogActions>
        <Button onClick={() => close()}>{messages.done}</Button>
      </DialogActions>
    </Dialog>
  )
}
