import type { AnyRouter } from '@tanstack/react-router'

const pageField = 'main [data-page-focus]'

/**
 * After a navigation to another page the focus goes to its heading (or to the field it is all about), so that
 * it is read out and the next Tab starts there. Not on the first page: the browser has its own start. Not for
 * another page of the same list: the list sees to that itself.
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
