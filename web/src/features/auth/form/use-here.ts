import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type DialogQuestion, log } from '../../../ui/dialog/dialogs.ts'

interface Here {
  isHere: () => boolean
  /** As `log`, of what concerns this page only. */
  log: (message: DialogQuestion) => Promise<void>
  /** To where what was done here leads. */
  goOn: (way: NavigateOptions) => Promise<void>
}

/** What a page does once its request was answered: nobody is disturbed or called back where they went meanwhile. */
export function useHere(): Here {
  const router = useRouter()
  const [pathname] = useState(() => router.latestLocation.pathname)
  const isHere = () => router.latestLocation.pathname === pathname
  return {
    isHere,
    log: async (message) => {
      if (isHere()) await log(message)
    },
    goOn: async (way) => {
      if (isHere()) await router.navigate(way)
    },
  }
}
