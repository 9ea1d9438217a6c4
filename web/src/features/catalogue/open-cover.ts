/**
 * The cover that was chosen grows into the cover of the page that opens: for the time of the view transition
 * it bears the name that the detail page's cover always has. Two of that name at once would stop the transition.
 */
let opening: HTMLElement | undefined

export function openCover(link: Element): void {
  opening?.style.removeProperty('view-transition-name')
  opening = link.closest('article')?.querySelector<HTMLElement>('[data-cover]') ?? undefined
  opening?.style.setProperty('view-transition-name', 'cover')
}
