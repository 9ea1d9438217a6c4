import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { messages } from '../messages.ts'
import { ThemeChoice } from '../theme/theme-choice.tsx'
import { HeaderSearch } from './header-search.tsx'
import { MainLinks } from './main-links.tsx'
import styles from './menu-sheet.module.css'

interface MenuSheetProps {
  onClose: () => void
  /** A prop, because the header has it already: imported here, it would become a chunk of its own. */
  account: ComponentType<{ className?: string | undefined }>
}

/** The menu of narrow windows: from the top, over everything, gone on Escape and on every navigation. */
export function MenuSheet({ onClose, account: Account }: MenuSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null)
  const router = useRouter()

  // Closed before it is removed: only then does the focus return to the menu button.
  useLayoutEffect(() => {
    const element = sheet.current
    element?.showModal()
    return () => element?.close()
  }, [])

  useEffect(() => router.subscribe('onBeforeNavigate', onClose), [router, onClose])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop; its key is Escape
    <dialog
      ref={sheet}
      className={styles.sheet}
      aria-label={messages.menu}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        const choseThisPage = (event.target as Element).closest('a') !== null
        if (event.target === event.currentTarget || choseThisPage) onClose()
      }}
    >
      <div className={styles.top}>
        {messages.menu}
        <IconButton label={messages.closeMenu} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </IconButton>
      </div>
      <HeaderSearch />
      <nav className={styles.links} aria-label={messages.mainNavigation}>
        <MainLinks className={styles.link} />
        <Account className={styles.link} />
      </nav>
      <ThemeChoice />
    </dialog>
  )
}
