import { checkConnection, untilConnected } from '../../lib/connection.ts'
import { showToast, useToasts } from '../toast/toasts.ts'

const message = 'Something could not be loaded'

/**
 * Fetches code with retries for four seconds, without a connection as soon as there is one. After that there may be a new
 * release with other file names. A page's code then fails and the router reloads the app, once; while something plays, and
 * for code within a page, a reload is offered.
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
