import { pageTitle } from '@earmark/contract/first-data.ts'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import styles from './page.module.css'

interface PageProps {
  /** Its part of the window's title. */
  title: string
  children: ReactNode
  className?: string | undefined
  /** Gets longer once it is there: what stands below waits below the window, where it moves unseen. */
  grows?: boolean
}

/** Sets the window's title, which the server has written into the first page, and the measure of all pages. */
export function Page({ title, children, className = '', grows = false }: PageProps) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return <div className={`${styles.page} ${className} ${grows ? styles.grows : ''}`}>{children}</div>
}

const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// A reload or a way back may restore a scroll position far down, and wide windows show nearly all cards.
const isPhoneOpening = opening?.type === 'navigate' && matchMedia('(max-width: 499px)').matches

/** False until the first paint of a page that was just opened on a phone. */
export function useWholePage(): boolean {
  const [isWhole, setIsWhole] = useState(() => !isPhoneOpening || hasPainted())
  useEffect(() => startTransition(() => setIsWhole(true)), [])
  return isWhole
}

function hasPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0
}
