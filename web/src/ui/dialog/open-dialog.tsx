import { Button } from '../button/button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import type { AskedDialog } from './dialogs.ts'

export function OpenDialog({ dialog }: { dialog: AskedDialog }) {
  if (dialog.kind === 'content') return dialog.content
  return (
    <Dialog title={dialog.title} text={dialog.text} onDismiss={() => dialog.close()}>
      <DialogActions>
        {dialog.kind === 'confirm' && <Button onClick={() => dialog.close(false)}>Cancel</Button>}
        <Button kind="filled" onClick={() => dialog.close(true)}>
          {dialog.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
