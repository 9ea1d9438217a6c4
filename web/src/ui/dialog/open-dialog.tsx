import { Button } from '../button/button.tsx'
import { Dialog, DialogActions, DialogText } from './dialog.tsx'
import type { AskedDialog } from './dialogs.ts'

export function OpenDialog({ dialog }: { dialog: AskedDialog }) {
  return (
    <Dialog title={dialog.title} onDismiss={() => dialog.settle(undefined)}>
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
