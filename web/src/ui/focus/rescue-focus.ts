/**
 * Where the focus is lost with what goes away in this turn, it goes to the first of these that is still there, else to
 * the page's content.
 */
export function rescueFocus(...refuges: readonly (Element | null | undefined)[]): void {
  setTimeout(() => {
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    const refuge = refuges.find((element) => element?.isConnected) ?? document.getElementById('content')
    if (refuge instanceof HTMLElement) refuge.focus({ preventScroll: true })
  })
}
