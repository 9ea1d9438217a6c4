import { type Agent, request } from 'node:http'
import type { Listener } from './listeners.ts'
import { bytesPerSecond } from './numbered-file.ts'
import type { Player } from './player.ts'
import type { PlayersTally } from './players-tally.ts'

/** As the web app saves places: while it plays, and soon after a jump. */
const [saveEverySeconds, saveAfterJumpSeconds] = [10, 1]
const jumpEverySeconds = 4

export interface PlayingPersonOptions {
  readonly player: Player
  readonly listener: Listener
  readonly sizeBytes: number
  readonly from: string
  readonly port: number
  readonly agent: Agent
  readonly tally: PlayersTally
  /** Seconds from the beginning. */
  readonly arrivesAt: number
}

/** Somebody at a player, who jumps about in a storm, and whose place is saved all the time. */
export class PlayingPerson {
  readonly #options: PlayingPersonOptions
  #hasCome = false
  #isInStorm = false
  #jumpAt = 0
  #saveAt = 0
  #isSaving = false
  #version = 0

  constructor(options: PlayingPersonOptions) {
    this.#options = options
  }

  /** @param passed seconds since it was last asked */
  live(seconds: number, passed: number, isStorm: boolean): void {
    const { arrivesAt, player, tally } = this.#options
    if (seconds < arrivesAt) return
    if (!this.#hasCome) {
      this.#hasCome = true
      this.#saveAt = seconds + saveEverySeconds
      this.#jump()
    }
    player.hear(passed)
    if (isStorm && !this.#isInStorm) this.#jumpAt = seconds + jumpEverySeconds * Math.random()
    this.#isInStorm = isStorm
    if (isStorm && seconds >= this.#jumpAt) {
      this.#jumpAt = seconds + jumpEverySeconds * (0.5 + Math.random())
      this.#saveAt = seconds + saveAfterJumpSeconds
      this.#jump()
      tally.jump()
    }
    if (seconds < this.#saveAt || this.#isSaving) return
    this.#saveAt = seconds + saveEverySeconds
    this.#save()
  }

  #jump(): void {
    const { player, sizeBytes } = this.#options
    player.seek(Math.floor(Math.random() * (sizeBytes - 60 * bytesPerSecond)))
  }

  #save(): void {
    const { listener, from, player, port, agent, tally } = this.#options
    const body = JSON.stringify({ positionSeconds: player.positionSeconds, baseVersion: this.#version })
    const headers = { ...listener.headers, 'content-length': body.length }
    const where = { agent, host: '127.0.0.1', port, localAddress: from, path: listener.path }
    const begun = performance.now()
    this.#isSaving = true
    const put = request({ ...where, method: 'PUT', headers }, (response) => {
      response.resume().once('end', () => {
        this.#isSaving = false
        tally.saved(performance.now() - begun)
        if (response.statusCode === 200) this.#version += 1
        else tally.surprise(`saved: ${response.statusCode}`)
      })
    })
    put.on('error', (error: NodeJS.ErrnoException) => {
      this.#isSaving = false
      // As browsers do: a connection that was not used for long may end just when it is used again.
      if (put.reusedSocket && error.code === 'ECONNRESET') this.#save()
      else tally.surprise(`saved: ${error.code}`)
    })
    put.end(body)
  }
}
