/** Subscriptions to the router that last as long as the page. */
import { onlineManager } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { dismissToast, showToast, useToasts } from '../../../ui/toast/toasts.ts'
import { messages } from '../messages.ts'

const pageField = 'main [data-page-focus]'

/**
 * Moves the focus to the heading of a new page, or to its main field, so that it is read out and the next Tab starts
 * there. The first page keeps the browser's own start, and a list moves the focus itself when it is paged.
 */
export function focusPageAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || toLocation.hash !== '') return
    const samePage = fromLocation.pathname === toLocation.pathname
    const targets = samePage ? [pageField] : [pageField, 'main h1', 'main']
    for (const target of targets) {
      const element = document.querySelector<HTMLElement>(target)
      if (element) return element.focus({ preventScroll: true })
    }
  })
}

/** Shows a toast while the server cannot be reached, and again when a page is opened meanwhile. */
export function showLostConnection(router: AnyRouter): void {
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
