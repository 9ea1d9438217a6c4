import { Button } from '../button/button.tsx'
import { Dialog, DialogActions, DialogText } from './dialog.tsx'
import type { AskedDialog } from './dialogs.ts'

export function OpenDialog({ dialog }: { dialog: AskedDialog }) {
  if (dialog.kind === 'content') return dialog.content
  return (
    <Dialog title={dialog.title} onDismiss={() => dialog.close()}>
      <DialogText>{dialog.text}</DialogText>
      <DialogActions>
        {dialog.kind === 'confirm' && <Button onClick={() => dialog.close(false)}>Cancel</Button>}
        <Button kind="filled" onClick={() => dialog.close(true)}>
          {dialog.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
