import { Button } from '../button/button.tsx'
import { Dialog, DialogActions, DialogText } from './dialog.tsx'
import { useDialogs } from './dialogs.ts'

/** Shows the questions of `confirm` and `log`. Once in the app. */
export function DialogHost() {
  const dialog = useDialogs((dialogs) => dialogs.waiting[0])
  if (dialog === undefined) return null
  return (
    <Dialog key={dialog.id} title={dialog.title} onDismiss={() => dialog.settle(undefined)}>
      <DialogText>{dialog.text}</DialogText>
      <DialogActions>
        {dialog.kind === 'confirm' && <Button onClick={() => dialog.settle(false)}>Cancel</Button>}
        <Button kind="filled" onClick={() => dialog.settle(true)}>
          {dialog.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
