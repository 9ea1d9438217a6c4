import { Outlet } from '@tanstack/react-router'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { ToastRegion } from '../../../ui/toast/toast-region.tsx'
import { PlayerBar } from '../../player/index.ts'
import { Header } from '../header/header.tsx'
import { messages } from '../messages.ts'
import styles from './layout.module.css'

/** The frame around every page. */
export function Layout() {
  return (
    <>
      <a href="#content" className={styles.skip}>
        {messages.skipToContent}
      </a>
      <Header />
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <p className={styles.footerText}>{messages.footer}</p>
      </footer>
      <PlayerBar />
      <ToastRegion />
      <DialogHost />
    </>
  )
}
