import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type { Visit } from './listen.ts'
import { hourSeconds } from './sounds.ts'
import { sweep } from './tones.ts'

export interface Heard {
  /** Seconds by which what is heard differs from what was asked for, at its worst moment. */
  readonly error: number
  /** From the seek to the first sound. */
  readonly wait: number
}

const rate = 16_000
const windowSamples = 4096
const windowSeconds = windowSamples / rate
const silence = 33
const nearMs = 2000
/** By how much the clocks of the page and of the device differ at most. */
const clockSeconds = 0.15
const keptSeconds = 600

/** Listens to what the machine sounds, whatever browser it comes from. */
export class Ear {
  readonly #recorder = spawn(
    'parec',
    ['--device=@DEFAULT_MONITOR@', '--format=s16le', `--rate=${rate}`, '--channels=1', '--latency-msec=20'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  #samples = new Int16Array(keptSeconds * rate)
  #count = 0
  /** When each piece arrived, and when the first sample sounded by it: pieces come late but hardly early. */
  readonly #pieces: { readonly atMs: number; readonly beganMs: number }[] = []
  #odd = Buffer.alloc(0)

  constructor() {
    this.#recorder.stdout.on('data', (chunk: Buffer) => this.#take(Buffer.concat([this.#odd, chunk])))
  }

  #take(bytes: Buffer): void {
    const whole = bytes.length - (bytes.length % 2)
    for (let at = 0; at < whole; at += 2) {
      this.#samples[this.#count % this.#samples.length] = bytes.readInt16LE(at)
      this.#count += 1
    }
    this.#odd = Buffer.from(bytes.subarray(whole))
    const atMs = Date.now()
    this.#pieces.push({ atMs, beganMs: atMs - (this.#count / rate) * 1000 })
    while (atMs - (this.#pieces[0]?.atMs ?? atMs) > keptSeconds * 1000) this.#pieces.shift()
  }

  /** By the pieces of that time, since a busy machine loses samples. */
  #indexAt(ms: number): number {
    const near = this.#pieces.filter(({ atMs }) => Math.abs(atMs - ms) < nearMs)
    const beganMs = Math.min(...near.map((piece) => piece.beganMs))
    return Math.round(((ms - beganMs) / 1000) * rate)
  }

  #sampleAt(index: number): number {
    return this.#samples[index % this.#samples.length] ?? 0
  }

  /**
   * @param inTones the second of the tones that a second of the recording sounds
   * @throws Error where it was not quiet before, or the place never sounded
   */
  async hear(
    { asked, landed, soughtAtMs, readings }: Visit,
    inTones: (second: number) => number,
  ): Promise<Heard> {
    const last = this.#indexAt(readings.at(-1)?.atMs ?? 0)
    while (this.#count < last) {
      if (this.#recorder.exitCode !== null) throw new Error('the recorder of the sound device has ended')
      await setTimeout(20)
    }
    const sought = this.#indexAt(soughtAtMs)
    if (!this.#isQuiet(sought - rate / 2, sought - clockSeconds * rate))
      throw new Error('the place before still sounded')
    const errors = readings.map(({ atMs, second }) =>
      differs(this.#heardSecond(this.#indexAt(atMs)), inTones(second)),
    )
    const error = [landed - asked, ...errors].reduce((worst, one) =>
      Math.abs(one) > Math.abs(worst) ? one : worst,
    )
    return { error, wait: Math.max(0, this.#firstSoundOf(inTones(landed), sought, last) - sought) / rate }
  }

  /** Browsers may sound a rest of the place before. */
  #firstSoundOf(second: number, from: number, to: number): number {
    const step = rate / 50
    for (let index = from; index < to; index += step) {
      if (this.#isQuiet(index, index + step)) continue
      if (Math.abs(differs(this.#heardSecond(index + windowSamples), second)) < 1) return index
    }
    throw new Error('the place never sounded')
  }

  #isQuiet(from: number, to: number): boolean {
    for (let index = Math.round(from); index < to; index += 1)
      if (Math.abs(this.#sampleAt(index)) > silence) return false
    return true
  }

  /** Of the window that ends there. */
  #heardSecond(end: number): number {
    const fast = sweep.fastRise * sweep.seconds
    const within =
      (this.#loudestHz(end, sweep.fastHz - 10, sweep.fastHz + fast + 10) - sweep.fastHz) / sweep.fastRise
    const slowest = sweep.slowHz + sweep.slowRise * hourSeconds
    const about = (this.#loudestHz(end, sweep.slowHz - 10, slowest + 10) - sweep.slowHz) / sweep.slowRise
    return Math.round((about - within) / sweep.seconds) * sweep.seconds + within + windowSeconds / 2
  }

  #loudestHz(end: number, from: number, to: number): number {
    let [loudest, most] = [from, -1]
    for (let hz = from; hz <= to; hz += 1 / windowSeconds / 2) {
      const turn = 2 * Math.cos((2 * Math.PI * hz) / rate)
      let [before, now] = [0, 0]
      for (let index = end - windowSamples; index < end; index += 1)
        [before, now] = [now, this.#sampleAt(index) + turn * now - before]
      const power = now * now + before * before - turn * now * before
      if (power > most) [loudest, most] = [hz, power]
    }
    return loudest
  }

  stop(): void {
    this.#recorder.kill()
  }
}

/** Within the hour that the tones tell. */
function differs(heard: number, second: number): number {
  const far = (((heard - second) % hourSeconds) + hourSeconds) % hourSeconds
  return far > hourSeconds / 2 ? far - hourSeconds : far
}
