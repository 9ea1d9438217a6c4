/** What pages and dialogs do once their request was answered or refused, or the session was lost meanwhile. */
import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { type DialogQuestion, log } from '../../../ui/dialog/dialogs.ts'
import { useSession } from '../stored-session.ts'

interface Here {
  isHere: () => boolean
  /** As `log`, of what concerns this page only. */
  log: (message: DialogQuestion) => Promise<void>
  /** To where what was done here leads. */
  goOn: (way: NavigateOptions) => Promise<void>
}

/** The page that made a request: people who left it meanwhile are neither disturbed nor called back. */
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

/** Closes a dialog when the session is lost: the page behind it leads to signing in. */
export function useCloseWithSession(close: () => void): void {
  useEffect(() => useSession.subscribe(({ signedIn }) => !signedIn && close()), [close])
}

/** @throws an error that is no answer of the server: a defect stays one */
export function assertRefused(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error
}

/** The server's last sentence about a failed call, where it gave one. */
export function lastDescription(error: unknown): string | undefined {
  assertRefused(error)
  return error.items.at(-1)?.description
}

/** Whether a call failed for want of a session: `followSession` has said so already. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && !useSession.getState().signedIn
}
