import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { formMessages as messages } from '../messages.ts'

type Version = 'newer' | 'mine'

/** Asks which version is to stay: another editor's or the form's; undefined when the dialog was left. */
export function askWhichVersion(name: string): Promise<Version | undefined> {
  return openDialog<Version>((close) => <StaleDialog name={name} close={close} />)
}

function StaleDialog({ name, close }: { name: string; close: CloseDialog<Version> }) {
  return (
    <Dialog title={messages.staleTitle} text={messages.staleText(name)} onDismiss={() => close()}>
      <DialogActions>
        <Button kind="quiet" onClick={() => close()}>
          {messages.keepEditing}
        </Button>
        <Button onClick={() => close('mine')}>{messages.saveMine}</Button>
        <Button kind="filled" onClick={() => close('newer')}>
          {messages.loadNewer}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
