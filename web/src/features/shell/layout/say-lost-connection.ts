import { onlineManager } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { dismissToast, showToast, useToasts } from '../../../ui/toast/toasts.ts'
import { messages } from '../messages.ts'

/** Says as long as it lasts that the server cannot be reached, and again when a page is asked for meanwhile. */
export function sayLostConnection(router: AnyRouter): void {
  function follow() {
    const { noConnection: message, waitsForConnection: description } = messages
    const said = useToasts.getState().shown.find((toast) => toast.message === message)
    const isOnline = onlineManager.isOnline()
    if (said && isOnline) dismissToast(said.id)
    if (!said && !isOnline) showToast({ type: 'warning', message, description, duration: Infinity })
  }

  onlineManager.subscribe(follow)
  router.subscribe('onBeforeNavigate', follow)
}
