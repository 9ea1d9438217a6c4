import type { AnyRouter } from '@tanstack/react-router'

/**
 * After a navigation to another page the focus goes to its heading (or to the field it is all about), so that
 * it is read out and the next Tab starts there. Not on the first page: the browser has its own start. Not for
 * another page of the same list: the list sees to that itself.
 */
export function focusPageAfterNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
    if (toLocation.hash !== '') return
    const target =
      document.querySelector<HTMLElement>('main [data-page-focus]') ??
      document.querySelector<HTMLElement>('main h1') ??
      document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  })
}
