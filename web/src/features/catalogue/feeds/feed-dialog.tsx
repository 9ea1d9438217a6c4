import { firstData } from '../../../lib/request.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { useSession } from '../../auth/index.ts'
import { FeedAddress } from './feed-address.tsx'
import styles from './feed-dialog.module.css'
import { FeedTokens } from './feed-tokens.tsx'
import { feedMessages as messages } from './messages.ts'

interface FeedDialogProps {
  kind: 'podcasts' | 'audio-books'
  id: number
  isListed: boolean
  close: () => void
}

export function FeedDialog({ kind, id, isListed, close }: FeedDialogProps) {
  const { signedIn } = useSession()
  const path = `${kind}/${id}.xml`
  return (
    <Dialog title={messages.title} onDismiss={close}>
      <div className={styles.parts}>
        {firstData.access !== 'members' && isListed && (
          <FeedAddress label={messages.address} address={`${window.location.origin}/feeds/${path}`} />
        )}
        {signedIn && <FeedTokens path={path} />}
      </div>
      <DialogActions>
        <Button onClick={close}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
