import { pagedQuery } from '@earmark/contract/paging.ts'
import { createSeries } from '@earmark/contract/series-edits.ts'
import { pageSeries, type Series } from '@earmark/contract/series.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { type Failure, FormFailure } from '../../../ui/field/form-failure.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { forgetAnswers } from '../answers.ts'
import { type ChoiceKind, Choices, choicesAtOnce } from '../choices/choices.tsx'
import { seriesMessages, seriesSelectorMessages as messages } from '../messages.ts'

/** By name; with a search, by relevance. */
const seriesChoices: ChoiceKind<Series> = {
  messages,
  page: (search, pageNumber) =>
    apiQuery(pageSeries, {
      querystring: pagedQuery<'id' | 'name'>({
        search,
        pageNumber,
        pageSize: choicesAtOnce,
        sortBy: search === '' ? 'name' : 'relevance',
      }),
    }),
  nameOf: ({ name }) => name,
  factOf: ({ booksCount }) => messages.booksCount(booksCount),
}

/**
 * Asks for a series, an existing or a new one; undefined when the dialog was left.
 *
 * @param known ids that cannot be chosen, because the audio book is in these already
 */
export function openSeriesSelector(known: readonly number[]): Promise<Series | undefined> {
  return openDialog<Series>((close) => <SeriesSelector known={known} close={close} />)
}

interface SeriesSelectorProps {
  known: readonly number[]
  close: CloseDialog<Series>
}

function SeriesSelector({ known, close }: SeriesSelectorProps) {
  const [search, setSearch] = useState('')
  const [pageNumber, setPageNumber] = useState(1)
  const [failure, setFailure] = useState<Failure>()
  const [isCreating, setCreating] = useState(false)
  useCloseWithSession(close)

  function find(term: string) {
    setSearch(term)
    setPageNumber(1)
    setFailure(undefined)
  }

  /** A failure shows in the dialog: a toast would be behind it. */
  async function create() {
    setCreating(true)
    try {
      const created = await call(createSeries, { body: { name: search } })
      void forgetAnswers('series')
      close(created)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure({ title: seriesMessages.createFailed, description: error.items.at(-1)?.description })
      setCreating(false)
    }
  }

  return (
    <Dialog title={messages.selectorTitle} onDismiss={() => close()}>
      <SearchField label={messages.search} term={search} onSearch={find} onClear={() => find('')} />
      <Choices
        kind={seriesChoices}
        search={search}
        pageNumber={pageNumber}
        known={known}
        onPage={setPageNumber}
        onChoose={close}
      />
      {search === '' && <p className="meta">{messages.searchFirst}</p>}
      <FormFailure failure={failure} />
      <DialogActions>
        {search !== '' && (
          <Button kind="quiet" disabled={isCreating} onClick={() => void create()}>
            <Plus size={18} aria-hidden="true" />
            {messages.create(search)}
          </Button>
        )}
        <Button onClick={() => close()}>{messages.cancel}</Button>
      </DialogActions>
    </Dialog>
  )
}
