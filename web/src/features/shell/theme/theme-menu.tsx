import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { messages } from '../messages.ts'
import { ThemeChoice, themeIcons } from './theme-choice.tsx'
import styles from './theme-menu.module.css'
import { useTheme } from './theme.ts'

/** The theme switch of the header: a button that opens the three choices. */
export function ThemeMenu() {
  const theme = useTheme((state) => state.theme)
  const Icon = themeIcons[theme]
  const menu = useId()
  const popover = useRef<HTMLDivElement>(null)
  const router = useRouter()

  useEffect(() => router.subscribe('onBeforeNavigate', () => popover.current?.hidePopover()), [router])

  return (
    <>
      <IconButton label={`${messages.theme}: ${messages.themes[theme]}`} outlined popoverTarget={menu}>
        <Icon size={18} aria-hidden="true" />
      </IconButton>
      <div ref={popover} id={menu} popover="auto" className={styles.menu}>
        <ThemeChoice />
      </div>
    </>
  )
}
