const lookEveryMilliseconds = 1000
const patienceLooks = 3

/**
 * Tells of media that is ready and should sound, but stands at one place for three seconds: WebKitGTK's may, where a
 * place is sought in the moment of the start. Loading it again has helped each time; pauses and other places had not.
 */
export function watchStandstill(audio: HTMLMediaElement, tell: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined
  let lastTime = Number.NaN
  let stillLooks = 0

  function look(): void {
    const { currentTime, seeking, readyState } = audio
    const isStill = currentTime === lastTime && !seeking && readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    lastTime = currentTime
    stillLooks = isStill ? stillLooks + 1 : 0
    if (stillLooks < patienceLooks) return
    stillLooks = 0
    tell()
  }

  function stop(): void {
    clearInterval(timer)
  }

  function start(): void {
    stop()
    lastTime = Number.NaN
    stillLooks = 0
    timer = setInterval(look, lookEveryMilliseconds)
  }

  for (const event of ['play', 'playing']) audio.addEventListener(event, start)
  for (const event of ['pause', 'ended', 'emptied']) audio.addEventListener(event, stop)
}
