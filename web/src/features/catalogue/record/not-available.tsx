import { CircleOff } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { messages } from '../page-messages.ts'

/** In the place of a book's play button while its files are missing; it explains. */
export function NotAvailable() {
  return (
    <Button onClick={() => showToast({ message: messages.filesMissing })}>
      <CircleOff size={18} aria-hidden="true" />
      {messages.notAvailable}
    </Button>
  )
}
