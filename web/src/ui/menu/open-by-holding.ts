const holdMs = 500
/** A finger that moves further scrolls. */
const stillPixels = 10

/** Opens a menu when a finger is held still in an area around it; returns how to stop. */
export function openByHolding(menu: HTMLElement, area: HTMLElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let timer: number | undefined
  let start = { clientX: 0, clientY: 0 }
  let isHeld = false

  const release = () => window.clearTimeout(timer)

  function begin(event: PointerEvent): void {
    release()
    isHeld = false
    if (event.pointerType !== 'touch' || !event.isPrimary || menu.matches(':popover-open')) return
    start = event
    timer = window.setTimeout(open, holdMs, event.pointerId)
  }

  function open(pointerId: number): void {
    isHeld = true
    menu.showPopover()
    // A finger lifted outside the menu would close it.
    menu.setPointerCapture(pointerId)
  }

  function follow({ clientX, clientY }: PointerEvent): void {
    if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > stillPixels) release()
  }

  /** The click of the finger that is lifted after holding. */
  function swallowClick(event: MouseEvent): void {
    if (!isHeld || menu.contains(event.target as Node)) return
    isHeld = false
    event.preventDefault()
    event.stopPropagation()
  }

  /** The browser's own menu for a link. */
  function preventContextMenu(event: MouseEvent): void {
    if (event instanceof PointerEvent && event.pointerType === 'touch') event.preventDefault()
  }

  area.addEventListener('pointerdown', begin, { signal })
  area.addEventListener('pointermove', follow, { signal })
  area.addEventListener('pointerup', release, { signal })
  area.addEventListener('pointercancel', release, { signal })
  area.addEventListener('click', swallowClick, { capture: true, signal })
  area.addEventListener('contextmenu', preventContextMenu, { signal })
  signal.addEventListener('abort', release)
  return () => listening.abort()
}
