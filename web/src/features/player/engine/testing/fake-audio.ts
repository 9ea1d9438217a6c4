import type { AudioCommand, AudioOutput } from '../audio-element.ts'
import type { Report } from '../events.ts'

/**
 * Behaves as the standard has an audio element behave, without sound or time: it acts at once, reports later
 * (`settle`), and a new load drops what it had still to report.
 */
export class FakeAudio implements AudioOutput {
  commands: AudioCommand[] = []
  src: string | null = null
  paused = true
  ready = false
  currentTime = 0
  readonly duration = 60
  load = 0
  private reports: Report[] = []
  private readonly report: (report: Report) => void

  constructor(report: (report: Report) => void) {
    this.report = report
  }

  position = () => this.currentTime

  obey = (command: AudioCommand): void => {
    this.commands.push(command)
    if (command.type === 'load') this.begin(command.src, command.startAt, command.load, command.play)
    else if (command.type === 'unload') this.begin(null, 0, this.load, false)
    else if (command.type === 'play') this.play(command.from)
    else if (command.type === 'pause') this.pause()
    else if (command.type === 'seek') this.currentTime = command.position
  }

  /** The media arrives, as far as the element is concerned. */
  arrive(): void {
    if (this.src === null || this.ready) return
    this.ready = true
    this.reports.push({ type: 'media-known', duration: this.duration }, { type: 'media-playable' })
    if (!this.paused) this.reports.push({ type: 'sounding' })
  }

  break(): void {
    if (this.src !== null) this.reports.push({ type: 'broken', position: this.currentTime })
  }

  /** Sounds to the end. */
  end(): void {
    if (!this.ready || this.paused) return
    this.currentTime = this.duration
    this.paused = true
    this.reports.push({ type: 'ended' })
  }

  /** Somebody else pauses it: the system, a headset pulled out. */
  pause(): void {
    if (this.paused) return
    this.paused = true
    this.reports.push({ type: 'paused' })
  }

  /** Everything that is due is reported. */
  settle(): void {
    for (let report = this.reports.shift(); report !== undefined; report = this.reports.shift()) {
      this.report(report)
    }
  }

  private begin(src: string | null, startAt: number, load: number, play: boolean): void {
    this.reports = []
    this.src = src
    this.load = load
    this.paused = true
    this.ready = false
    this.currentTime = startAt
    if (play) this.play()
  }

  private play(from: number | null = null): void {
    if (!this.paused) return
    if (from !== null) this.currentTime = from
    if (this.ready && this.currentTime >= this.duration) this.currentTime = 0
    this.paused = false
    this.reports.push({ type: 'play-begun' })
    if (this.ready) this.reports.push({ type: 'sounding' })
  }
}
