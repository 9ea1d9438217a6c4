import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

const typing = 'input:not([type=range]), textarea, select, [contenteditable], dialog'
const layers = 'dialog:modal, [popover]:popover-open'

/** `/` focuses the first visible search field, else opens the search page; not while typing. */
export function useSearchKey(): void {
  const navigate = useNavigate()

  useEffect(() => {
    function heed(event: KeyboardEvent) {
      const { key, ctrlKey, altKey, metaKey, target } = event
      if (key !== '/' || ctrlKey || altKey || metaKey || event.isComposing || event.defaultPrevented) return
      if (!(target instanceof Element) || target.closest(typing) || document.querySelector(layers)) return
      event.preventDefault()
      const fields = document.querySelectorAll<HTMLInputElement>('[type=search]')
      const field = [...fields].find((one) => one.checkVisibility())
      if (!field) return void navigate({ to: '/search' })
      field.focus()
      field.select()
    }
    window.addEventListener('keydown', heed)
    return () => window.removeEventListener('keydown', heed)
  }, [navigate])
}
