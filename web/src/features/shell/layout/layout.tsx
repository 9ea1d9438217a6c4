import { Outlet } from '@tanstack/react-router'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { ToastRegion } from '../../../ui/toast/toast-region.tsx'
import { PlayerBar } from '../../player/index.ts'
import { Footer } from '../footer/footer.tsx'
import { Header } from '../header/header.tsx'
import { messages } from '../messages.ts'
import styles from './layout.module.css'

/** What stays while the pages change. */
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
      <Footer />
      <PlayerBar />
      <ToastRegion />
      <DialogHost />
    </>
  )
}
