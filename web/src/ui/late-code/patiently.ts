import { showToast, useToasts } from '../toast/toasts.ts'

const message = 'Something could not be loaded'

/**
 * Fetches code that is needed only now. Without a connection it waits for one. With a connection the server may be
 * starting again, so it tries again after a quarter of a second, a half, and so on; after four seconds there may be a
 * new release, whose files have other names. For a page that is an error, which has the router load the app anew, once.
 * But neither does that silence what plays, nor is what a form holds lost for a dialog: listeners are offered to reload.
 */
export function patiently<Module>(
  fetchCode: () => Promise<Module>,
  isPage?: unknown,
  tries = 0,
): Promise<Module> {
  return fetchCode().catch(async (error: unknown) => {
    const { onLine, mediaSession } = navigator
    if (onLine && tries > 3) {
      if (isPage && mediaSession?.playbackState !== 'playing') throw error
      offerReload()
    }
    await new Promise((go) => {
      if (onLine) setTimeout(go, 250 << tries)
      else addEventListener('online', go, { once: true })
    })
    return patiently(fetchCode, isPage, tries + Number(onLine))
  })
}

function offerReload(): void {
  if (useToasts.getState().shown.some((toast) => toast.message === message)) return
  showToast({ message, duration: 60_000, action: { label: 'Reload', run: () => location.reload() } })
}
