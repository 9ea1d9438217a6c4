export const loadBar = () => import('./bar.tsx')

/** So that the bar is there when the click comes. Fails quietly: the click will try again. */
export function foresee(): void {
  loadBar().catch(() => {})
}
