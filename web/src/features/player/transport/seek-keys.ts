const smallStepSeconds = 5
const largeStepSeconds = 60

/** Where a key moves the slider to: a second, the input's own step, is nothing in a book of eight hours. */
export function secondsForKey(key: string, position: number, last: number): number | null {
  const wanted = wantedFor(key, position, last)
  return wanted === null ? null : Math.min(Math.max(wanted, 0), last)
}

function wantedFor(key: string, position: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return position - smallStepSeconds
    case 'ArrowRight':
    case 'ArrowUp':
      return position + smallStepSeconds
    case 'PageDown':
      return position - largeStepSeconds
    case 'PageUp':
      return position + largeStepSeconds
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
