import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { useCloseWithSession } from '../../auth/index.ts'
import { sourceMessages as messages } from './messages.ts'
import styles from './remove-dialog.module.css'

/** What becomes of the podcast of a source that is removed. */
type Becomes = 'stays' | 'goes'

/** @returns undefined when the dialog was left */
export async function askWhatBecomes(podcast: string): Promise<Becomes | undefined> {
  return await openDialog<Becomes>((close) => <RemoveDialog podcast={podcast} close={close} />)
}

function RemoveDialog({ podcast, close }: { podcast: string; close: CloseDialog<Becomes> }) {
  const [becomes, setBecomes] = useState<Becomes>('stays')
  useCloseWithSession(close)
  return (
    <Dialog title={messages.removeTitle} text={messages.removeText(podcast)} onDismiss={() => close()}>
      <div role="radiogroup" aria-label={messages.removeTitle} className={styles.choices}>
        {(['stays', 'goes'] as const).map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              name="becomes"
              checked={becomes === choice}
              aria-describedby={`becomes-${choice}`}
              onChange={() => setBecomes(choice)}
            />
            <span>
              {messages[choice]}
              <span id={`becomes-${choice}`} className={`meta ${styles.hint}`}>
                {messages[`${choice}Hint`]}
              </span>
            </span>
          </label>
        ))}
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{messages.cancel}</Button>
        <Button kind="danger" onClick={() => close(becomes)}>
          {messages.remove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
