import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { keyTable, messages } from '../bar-messages.ts'
import { useJumps } from '../settings/kept-settings.ts'
import { closePanel } from '../panels.ts'
import styles from './keys-dialog.module.css'

export function KeysDialog() {
  const { backSeconds, forwardSeconds } = useJumps()
  return (
    <Dialog title={messages.keys} onDismiss={closePanel}>
      <dl className={styles.keys}>
        {keyTable(backSeconds, forwardSeconds).map(([keys, does]) => (
          <div key={does} className={styles.row}>
            <dt className={styles.names}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={closePanel}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
