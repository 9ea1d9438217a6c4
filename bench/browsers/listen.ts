import type { sweep } from './tones.ts'

/** What one browser plays of one address. */
export interface Heard {
  readonly failure?: string
  readonly duration?: number
  /** Seconds by which what is heard at each place differs from what was asked for; none where nothing could be heard. */
  readonly errors: readonly number[]
  /** From the seek to the first sound. */
  readonly waits: readonly number[]
}

interface Page {
  heard?: Heard | null
}

/**
 * In the page, for a plain `<audio>`, from a click on: leaves on `window.heard` what is heard at ten places, not in order. It knows
 * nothing outside itself, since its text is what goes to the browser.
 */
export function listen(url: string, tones: typeof sweep, hourSeconds: number): void {
  const page = globalThis as unknown as Page
  page.heard = null
  const context = new AudioContext()
  document.addEventListener('click', () => void context.resume(), { once: true })
  const errors: number[] = []
  const waits: number[] = []
  const patienceMs = 30_000
  const audio = new Audio()
  // As a page elsewhere would ask for it: else nothing can be heard of it.
  audio.crossOrigin = 'anonymous'
  audio.src = url
  const until = (isSo: () => boolean, what: string) =>
    new Promise<void>((resolve, reject) => {
      const deadline = performance.now() + patienceMs
      const timer = setInterval(() => {
        if (!isSo() && performance.now() < deadline && !audio.error) return
        clearInterval(timer)
        if (isSo()) resolve()
        else reject(new Error(audio.error?.message || `${what} did not come`))
      }, 5)
    })
  const run = async () => {
    await until(() => Number.isFinite(audio.duration), 'the length')
    const analyser = context.createAnalyser()
    analyser.fftSize = 16_384
    analyser.smoothingTimeConstant = 0
    context.createMediaElementSource(audio).connect(analyser).connect(context.destination)
    await until(() => context.state === 'running', 'leave to sound')
    const windowSeconds = analyser.fftSize / context.sampleRate
    const levels = new Float32Array(analyser.frequencyBinCount)
    const samples = new Float32Array(256)
    const loudestHz = (from: number, to: number) => {
      const [first, last] = [Math.floor(from * windowSeconds), Math.ceil(to * windowSeconds)]
      const band = levels.subarray(first, last)
      return (first + band.indexOf(Math.max(...band))) / windowSeconds
    }
    const isSounding = () => {
      analyser.getFloatTimeDomainData(samples)
      return samples.some((sample) => Math.abs(sample) > 0.001)
    }
    const heardSecond = () => {
      analyser.getFloatFrequencyData(levels)
      const fast = tones.fastRise * tones.seconds
      const within = (loudestHz(tones.fastHz - 10, tones.fastHz + fast + 10) - tones.fastHz) / tones.fastRise
      const about =
        (loudestHz(tones.slowHz - 10, tones.slowHz + tones.slowRise * hourSeconds + 10) - tones.slowHz) /
        tones.slowRise
      return Math.round((about - within) / tones.seconds) * tones.seconds + within + windowSeconds / 2
    }
    for (let place = 0; place < 10; place += 1) {
      await until(() => !isSounding(), 'silence')
      let asked = (audio.duration * (((place * 7) % 10) + 0.37 + 0.03 * place)) / 10
      // Away from where the fast tone begins again.
      const within = (asked % hourSeconds) % tones.seconds
      if (within < 3 || within > tones.seconds - 3) asked += 10
      const begun = performance.now()
      audio.currentTime = asked
      await until(() => !audio.seeking, 'the place')
      const landed = audio.currentTime
      // WebKitGTK plays on after a seek, but may never say so.
      void audio.play()
      await until(isSounding, 'sound')
      waits.push((performance.now() - begun) / 1000)
      await until(() => audio.currentTime > landed + 3 * windowSeconds, 'more sound')
      const differs = (heardSecond() - asked - (audio.currentTime - landed)) % hourSeconds
      const half = hourSeconds / 2
      errors.push(differs > half ? differs - hourSeconds : differs < -half ? differs + hourSeconds : differs)
      audio.pause()
    }
  }
  run().then(
    () => Object.assign(page, { heard: { duration: audio.duration, errors, waits } }),
    ({ message }: Error) =>
      Object.assign(page, { heard: { failure: message, duration: audio.duration, errors, waits } }),
  )
}
