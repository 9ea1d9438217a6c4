import { checkConnection, untilConnected } from '../../lib/connection.ts'
import { showToast, useToasts } from '../toast/toasts.ts'

const message = 'Something could not be loaded'

/**
 * Fetches code that is needed only now. While the server cannot be reached it waits. While it can, it tries again after
 * a quarter of a second, a half, and so on; after four seconds there may be a new release, whose files have other names.
 * For a page that is an error, which has the router load the app anew, once. But neither does that silence what plays,
 * nor is what a form holds lost for a dialog: listeners are offered to reload.
 */
export async function patiently<Module>(
  fetchCode: () => Promise<Module>,
  isPage?: unknown,
  tries = 0,
): Promise<Module> {
  try {
    return await fetchCode()
  } catch (error) {
    const isConnected = await checkConnection()
    if (isConnected && tries > 3) {
      if (isPage && navigator.mediaSession?.playbackState !== 'playing') throw error
      offerReload()
    }
    if (isConnected) await new Promise((go) => setTimeout(go, 250 << Math.min(tries, 5)))
    else await untilConnected()
    return patiently(fetchCode, isPage, tries + Number(isConnected))
  }
}

function offerReload(): void {
  if (useToasts.getState().shown.some((toast) => toast.message === message)) return
  showToast({ message, duration: 60_000, action: { label: 'Reload', run: () => location.reload() } })
}
