import { Button } from '../../../ui/button/button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../messages.ts'
import { ListMessage } from './list-message.tsx'
import { RecordGridSkeleton } from './record-grid.tsx'

interface ListLoadingProps {
  count: number
  short?: boolean
}

export function ListLoading({ count, short }: ListLoadingProps) {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{messages.loading}</span>
      </VisuallyHidden>
      <RecordGridSkeleton count={count} short={short} />
    </>
  )
}

interface ListFailureProps {
  kind: { messages: { failed: string } }
  onReload: () => void
}

export function ListFailure({ kind, onReload }: ListFailureProps) {
  return (
    <ListMessage text={kind.messages.failed} urgent>
      <Button onClick={onReload}>{messages.reload}</Button>
    </ListMessage>
  )
}
