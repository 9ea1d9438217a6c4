import { Link } from 'lucide-react'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { messages } from '../page-messages.ts'

interface FedRecord {
  kind: 'podcasts' | 'audio-books'
  id: number
  /** False for a podcast that its followers alone see: it has no feed for everybody. */
  isListed?: boolean
}

/** Its dialog comes late. */
export function FeedButton({ kind, id, isListed = true }: FedRecord) {
  async function open() {
    const { FeedDialog } = await import('./feed-dialog.tsx')
    await openDialog((close) => <FeedDialog kind={kind} id={id} isListed={isListed} close={close} />)
  }
  return <ActionButton icon={Link} label={messages.feed} short={messages.feed} onClick={() => void open()} />
}
