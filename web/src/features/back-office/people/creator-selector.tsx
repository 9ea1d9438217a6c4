import type { Creator } from '@earmark/contract/creators.ts'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { peopleMessages as messages } from '../messages.ts'
import { CreatorChoices } from './creator-choices.tsx'
import { NewCreator } from './new-creator.tsx'

interface CreatorSelectorProps {
  known: readonly number[]
  close: CloseDialog<Creator>
}

/**
 * Asks for a creator, an existing or a new one; undefined when the dialog was left.
 *
 * @param known ids that cannot be chosen, because the record has them already
 */
export function openCreatorSelector(known: readonly number[]): Promise<Creator | undefined> {
  return openDialog<Creator>((close) => <CreatorSelector known={known} close={close} />)
}

function CreatorSelector({ known, close }: CreatorSelectorProps) {
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
    <Dialog title={messages.selectorTitle} onDismiss={() => close()}>
      <SearchField label={messages.search} term={search} onSearch={find} onClear={() => find('')} />
      <CreatorChoices
        search={search}
        pageNumber={pageNumber}
        known={known}
        onPage={setPageNumber}
        onChoose={close}
      />
      <DialogActions>
        <Button kind="quiet" onClick={() => setMaking(true)}>
          <UserPlus size={18} aria-hidden="true" />
          {messages.newCreator}
        </Button>
        <Button onClick={() => close()}>{messages.cancel}</Button>
      </DialogActions>
    </Dialog>
  )
}
