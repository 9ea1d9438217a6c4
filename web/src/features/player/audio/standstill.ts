const lookEveryMilliseconds = 1000
const patienceLooks = 3

export interface Standstill {
  readonly start: () => void
  readonly stop: () => void
}

/**
 * Tells of media that is ready and should sound, but stands at one place for three seconds: WebKitGTK's may, where a
 * place is sought in the moment of the start (0072).
 *
 * @param readyAt seconds; null while the media waits for data or seeks
 */
export function createStandstill(readyAt: () => number | null, tell: () => void): Standstill {
  let timer: ReturnType<typeof setInterval> | undefined
  let lastPlace: number | null = null
  let stillLooks = 0

  function look(): void {
    const place = readyAt()
    stillLooks = place !== null && place === lastPlace ? stillLooks + 1 : 0
    lastPlace = place
    if (stillLooks < patienceLooks) return
    stillLooks = 0
    tell()
  }

  const stop = (): void => clearInterval(timer)
  return {
    start() {
      stop()
      lastPlace = null
      stillLooks = 0
      timer = setInterval(look, lookEveryMilliseconds)
    },
    stop,
  }
}
