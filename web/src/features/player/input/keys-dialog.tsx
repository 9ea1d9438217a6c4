import { Fragment } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
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
              {keys.map((key, place) => (
                <Fragment key={key}>
                  {place > 0 && <VisuallyHidden> {messages.orKey} </VisuallyHidden>}
                  <kbd className={styles.key}>{key}</kbd>
                </Fragment>
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
