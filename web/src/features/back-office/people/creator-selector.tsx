import { type CreatorDetail, pageCreators } from '@earmark/contract/creators.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { peopleMessages as messages } from '../messages.ts'
import { type ChoiceKind, Choices, choicesAtOnce } from '../choices/choices.tsx'
import { NewCreator } from './new-creator.tsx'

/** By nickname; with a search, by relevance. */
const creatorChoices: ChoiceKind<CreatorDetail> = {
  messages,
  page: (search, pageNumber) =>
    apiQuery(pageCreators, {
      querystring: pagedQuery<'id' | 'nickname' | 'name' | 'surname'>({
        search,
        pageNumber,
        pageSize: choicesAtOnce,
        sortBy: search === '' ? 'nickname' : 'relevance',
      }),
    }),
  nameOf: ({ nickname }) => nickname,
  factOf({ nickname, name, surname }) {
    const whole = [name, surname].filter(Boolean).join(' ')
    return whole === nickname ? '' : whole
  },
}

interface SelectorOptions {
  title?: string
  /** Whether a creator can be made on the spot. */
  isNewOffered?: boolean
}

interface CreatorSelectorProps extends SelectorOptions {
  known: readonly number[]
  close: CloseDialog<CreatorDetail>
}

/**
 * Asks for a creator, an existing or a new one; undefined when the dialog was left.
 *
 * @param known ids that cannot be chosen, because the record has them already
 */
export function openCreatorSelector(
  known: readonly number[],
  options: SelectorOptions = {},
): Promise<CreatorDetail | undefined> {
  return openDialog<CreatorDetail>((close) => <CreatorSelector {...options} known={known} close={close} />)
}

function CreatorSelector(props: CreatorSelectorProps) {
  const { known, close, title = messages.selectorTitle, isNewOffered = true } = props
  const [search, setSearch] = useState('')
  const [pageNumber, setPageNumber] = useState(1)
  const [making, setMaking] = useState(false)

  useCloseWithSession(close)

  function find(term: string) {
    setSearch(term)
    setPageNumber(1)
  }

  if (making) return <NewCreator nickname={search} close={close} onBack={() => setMaking(false)} />
  return (
    <Dialog title={title} onDismiss={() => close()}>
      <SearchField label={messages.search} term={search} onSearch={find} onClear={() => find('')} />
      <Choices
        kind={creatorChoices}
        search={search}
        pageNumber={pageNumber}
        known={known}
        onPage={setPageNumber}
        onChoose={close}
      />
      <DialogActions>
        {isNewOffered && (
          <Button kind="quiet" onClick={() => setMaking(true)}>
            <UserPlus size={18} aria-hidden="true" />
            {messages.newCreator}
          </Button>
        )}
        <Button onClick={() => close()}>{messages.cancel}</Button>
      </DialogActions>
    </Dialog>
  )
}
