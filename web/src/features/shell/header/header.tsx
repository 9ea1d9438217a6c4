import { Link } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { IconButton, iconButtonClass } from '../../../ui/button/icon-button.tsx'
import { messages } from '../messages.ts'
import { ThemeMenu } from '../theme/theme-menu.tsx'
import { AccountLink } from './account-link.tsx'
import { HeaderSearch } from './header-search.tsx'
import styles from './header.module.css'
import { LatencyLine } from './latency-line.tsx'
import { MainLinks } from './main-links.tsx'
import { Mark } from './mark.tsx'
import { useSearchKey } from './use-search-key.ts'

const loadMenuSheet = () => import('./menu-sheet.tsx')
const MenuSheet = lazy(() => loadMenuSheet().then((module) => ({ default: module.MenuSheet })))

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false)
  const [scrolled, top] = useScrolled()
  useSearchKey()
  return (
    <>
      <div ref={top} aria-hidden="true" />
      <header className={styles.header} data-scrolled={scrolled ? '' : undefined}>
        <div className={styles.bar}>
          <Link to="/" className={styles.home} activeOptions={{ exact: true }}>
            <Mark size={28} />
            {messages.product}
          </Link>
          <nav className={styles.links} aria-label={messages.mainNavigation}>
            <MainLinks className={styles.link} />
          </nav>
          <HeaderSearch className={styles.search} shortcut="/" />
          <div className={styles.own}>
            <ThemeMenu />
            <AccountLink />
          </div>
          <Link to="/search" className={`${iconButtonClass} ${styles.narrow}`} aria-label={messages.search}>
            <Search size={22} aria-hidden="true" />
          </Link>
          <IconButton
            label={messages.menu}
            className={`${iconButtonClass} ${styles.narrow}`}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onPointerEnter={() => void loadMenuSheet()}
            onClick={() => setMenuOpen(true)}
          >
            <Menu size={22} aria-hidden="true" />
          </IconButton>
        </div>
        <LatencyLine />
      </header>
      {menuOpen && (
        <Suspense>
          <MenuSheet onClose={() => setMenuOpen(false)} account={AccountLink} />
        </Suspense>
      )}
    </>
  )
}

/** Whether the returned element, at the page's very top, is out of sight. */
function useScrolled() {
  const [scrolled, setScrolled] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (top.current === null) return
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry ? !entry.isIntersecting : false))
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [])
  return [scrolled, top] as const
}
