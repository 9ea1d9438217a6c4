/** Moves a focus lost in this turn to the first of these still in the document, else to the page's content. */
export function rescueFocus(...refuges: readonly (Element | null | undefined)[]): void {
  setTimeout(() => {
    const focused = document.activeElement
    if (focused !== null && focused !== document.body) return
    const refuge = refuges.find((element) => element?.isConnected) ?? document.getElementById('content')
    if (refuge instanceof HTMLElement) refuge.focus({ preventScroll: true })
  })
}
