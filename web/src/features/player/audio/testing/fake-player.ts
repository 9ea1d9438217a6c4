import type { AudioCommand, Report } from '../../reducer/events.ts'
import type { AudioOutput, Ticks } from '../audio-element.ts'
import { createPlayer, type Player, type World } from '../player.ts'

/** An audio element by the HTML standard, without time: it acts at once and reports at `settle`; a new load drops reports. */
export class FakeAudio implements AudioOutput {
  commands: AudioCommand[] = []
  src: string | null = null
  paused = true
  ready = false
  /** Seconds of the file, as `goTo` takes them. */
  currentTime = 0
  fileStart = 0
  readonly duration = 60
  load = 0
  volume = 1
  private reports: Report[] = []
  private readonly report: (report: Report) => void
  private readonly tick: (ticks: Ticks) => void

  constructor(report: (report: Report) => void, tick: (ticks: Ticks) => void = () => {}) {
    this.report = report
    this.tick = tick
  }

  position = () => this.fileStart + this.currentTime

  obey = (command: AudioCommand): void => {
    this.commands.push(command)
    if (command.type === 'load') {
      this.fileStart = command.fileStart
      this.begin(command.src, command.startAt - command.fileStart, command.load, command.play)
    } else if (command.type === 'unload') {
      this.fileStart = command.position
      this.begin(null, 0, this.load, false)
    } else if (command.type === 'play') this.play()
    else if (command.type === 'pause') this.pause()
    else if (command.type === 'seek') this.goTo(command.position - this.fileStart)
    else this.volume = command.volume
  }

  /** Plays in ticks of a quarter of a second. */
  sound(seconds: number): void {
    for (let ticks = seconds * 4; ticks > 0 && this.ready && !this.paused; ticks -= 1) {
      this.goTo(Math.min(this.currentTime + 0.25, this.duration))
      if (this.currentTime === this.duration) this.end()
    }
  }

  goTo(seconds: number): void {
    this.currentTime = seconds
    this.tick({ position: this.position(), buffered: [] })
  }

  /** Metadata and data arrive. */
  arrive(): void {
    if (this.src === null || this.ready) return
    this.ready = true
    this.reports.push({ type: 'media-known', duration: this.duration }, { type: 'media-playable' })
    if (!this.paused) this.reports.push({ type: 'sounding' })
  }

  break(): void {
    if (this.src !== null) this.reports.push({ type: 'broken', position: this.position() })
  }

  /** Plays to the end. */
  end(): void {
    if (!this.ready || this.paused) return
    this.currentTime = this.duration
    this.paused = true
    this.reports.push({ type: 'ended' })
  }

  /** Also by the system, or a headset pulled out. */
  pause(): void {
    if (this.paused) return
    this.paused = true
    this.reports.push({ type: 'paused' })
  }

  settle(): void {
    for (let report = this.reports.shift(); report !== undefined; report = this.reports.shift()) {
      if (!this.isUndone(report)) this.report(report)
    }
  }

  /** As the player's element reports no event that a newer command has undone. */
  private isUndone({ type }: Report): boolean {
    if (type === 'play-begun' || type === 'sounding') return this.paused
    return type === 'paused' && !this.paused
  }

  private begin(src: string | null, startAt: number, load: number, play: boolean): void {
    this.reports = []
    this.src = src
    this.load = load
    this.paused = true
    this.ready = false
    this.goTo(startAt)
    if (play) this.play()
  }

  private play(): void {
    if (!this.paused) return
    if (this.ready && this.currentTime >= this.duration) this.currentTime = 0
    this.paused = false
    this.reports.push({ type: 'play-begun' })
    if (this.ready) this.reports.push({ type: 'sounding' })
  }
}

export function createFakePlayer({
  tellFailure = () => {},
  recall = () => null,
}: Partial<Omit<World, 'output'>> = {}): {
  player: Player
  audio: FakeAudio
} {
  let audio: FakeAudio | undefined
  const output: World['output'] = (report, tick) => (audio = new FakeAudio(report, tick))
  const player = createPlayer({ output, tellFailure, recall })
  if (audio === undefined) throw new Error('The player has no sound')
  return { player, audio }
}

/** An access token that names that account. */
export function tokenOf(person: string): string {
  return `header.${btoa(JSON.stringify({ sub: person }))}.signature`
}

/** A page that opens with a session. jsdom's own `pageshow` may come in the middle of a test, where it changes nothing then. */
export function storeSession(person: string): void {
  localStorage.setItem('accessToken', tokenOf(person))
  window.dispatchEvent(new Event('pageshow'))
}
