/** A moment of the page's clock, which is the machine's, and where the element says that it is. */
export interface Reading {
  readonly atMs: number
  readonly second: number
}

/** What a page did at one place. */
export interface Visit {
  readonly asked: number
  /** Where the element says that it came to. */
  readonly landed: number
  readonly soughtAtMs: number
  readonly readings: readonly Reading[]
}

export interface Visited {
  readonly failure?: string
  /** Whether the browser says that it plays this type. */
  readonly isKnownType: boolean
  readonly duration?: number
  readonly visits: readonly Visit[]
}

interface Page {
  visited?: Visited | null
}

/**
 * In the page, for a plain `<audio>`, from a click on: plays at these parts of the whole, one after another, and leaves on
 * `window.visited` when it was where. It knows nothing outside itself, since its text is what goes to the browser.
 */
export function listen(
  url: string,
  contentType: string,
  places: readonly number[],
  sweepSeconds: number,
  hourSeconds: number,
): void {
  const page = globalThis as unknown as Page
  page.visited = null
  const visits: Visit[] = []
  const patienceMs = 30_000
  const audio = new Audio()
  const isKnownType = audio.canPlayType(contentType) !== ''
  const clicked = new Promise<void>((resolve) => {
    document.addEventListener('click', () => resolve(), { once: true })
  })
  audio.src = url
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const until = async (isSo: () => boolean, what: string) => {
    const deadline = performance.now() + patienceMs
    while (!isSo()) {
      if (audio.error) throw new Error(audio.error.message || `error ${audio.error.code}`)
      if (performance.now() > deadline) throw new Error(`${what} did not come`)
      await wait(5)
    }
  }
  const run = async () => {
    await until(() => Number.isFinite(audio.duration), 'the length')
    await clicked
    for (const place of places) {
      let asked = audio.duration * place
      // Away from where the fast tone begins again, which is some seconds later in a book of many files.
      const within = (asked % hourSeconds) % sweepSeconds
      if (within < 8 || within > sweepSeconds - 4) asked += 12
      const soughtAtMs = Date.now()
      audio.currentTime = asked
      await until(() => !audio.seeking, 'the place')
      const landed = audio.currentTime
      // WebKitGTK plays on after a seek, but may never say so.
      void audio.play()
      const readings: Reading[] = []
      for (const played of [1, 2]) {
        await until(() => audio.currentTime > landed + played, 'more sound')
        readings.push({ atMs: Date.now(), second: audio.currentTime })
      }
      visits.push({ asked, landed, soughtAtMs, readings })
      audio.pause()
      // What the machine still has to sound.
      await wait(1000)
    }
  }
  const leave = (failure?: string) => {
    page.visited = {
      isKnownType,
      duration: audio.duration,
      visits,
      ...(failure !== undefined && { failure }),
    }
  }
  run().then(
    () => leave(),
    ({ message }: Error) => leave(message),
  )
}
