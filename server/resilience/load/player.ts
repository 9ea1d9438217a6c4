import { connect, type Socket } from 'node:net'
import { bytesPerSecond, isNumbered } from './numbered-file.ts'
import type { Recording } from './player-jobs.ts'

/** Told of what happens to a player. */
export interface PlayerEvents {
  firstByte(ms: number): void
  bytes(count: number): void
  stall(): void
  cut(): void
  surprise(what: string): void
}

export interface PlayerOptions {
  readonly port: number
  readonly from: string
  readonly recording: Recording
  /** Bytes that are asked for at once; Infinity for one stream that is read as it is heard. */
  readonly rangeBytes: number
  readonly events: PlayerEvents
}

/** It begins to sound with so much, asks for more below `low`, and takes no more beyond `high`. */
const [begin, low, high] = [0.5, 3, 5].map((seconds) => seconds * bytesPerSecond) as [number, number, number]
const headEnd = '\r\n\r\n'
/** All players read into it, one after another. */
const receiving = Buffer.alloc(16 * 1024)

/** One that reads as browsers do, over a raw socket, since hundreds of them share a process. */
export class Player {
  readonly #options: PlayerOptions
  #socket: Socket | null = null
  #head = ''
  #isInHead = false
  #askedAt = 0
  /** In the file: of the next byte to come. */
  #position = 0
  /** What is still to come of what has been asked for. */
  #left = 0
  #buffered = 0
  #isSounding = false
  heardSeconds = 0

  constructor(options: PlayerOptions) {
    this.#options = options
  }

  /** Goes to a place: what was on its way is given up, with its connection. */
  seek(position: number): void {
    this.stop()
    this.#position = position
    this.#buffered = 0
    this.#isSounding = false
    this.#ask()
  }

  stop(): void {
    this.#socket?.removeAllListeners('close').destroy()
    this.#socket = null
    this.#left = 0
  }

  get positionSeconds(): number {
    return Math.max(0, this.#position - this.#buffered) / bytesPerSecond
  }

  /** Nothing is missing where the recording is over. */
  get #hasAll(): boolean {
    return this.#position >= this.#options.recording.sizeBytes
  }

  /** So much time has gone by. */
  hear(seconds: number): void {
    if (this.#isSounding) {
      this.#buffered -= seconds * bytesPerSecond
      this.heardSeconds += seconds
    }
    if (this.#buffered < 0) {
      this.#buffered = 0
      this.#isSounding = false
      if (!this.#hasAll) this.#options.events.stall()
    }
    this.#isSounding ||= this.#buffered >= begin
    if (this.#buffered >= low || this.#isInHead) return
    if (this.#left > 0) this.#socket?.resume()
    else if (!this.#hasAll) this.#ask()
    else if (!this.#isSounding || this.#buffered === 0) this.seek(0)
  }

  #ask(): void {
    const { recording, rangeBytes } = this.#options
    this.#socket ??= this.#connect()
    const last = rangeBytes === Infinity ? '' : Math.min(recording.sizeBytes, this.#position + rangeBytes) - 1
    this.#head = ''
    this.#isInHead = true
    this.#askedAt = performance.now()
    this.#socket.write(
      `GET ${recording.url} HTTP/1.1\r\nHost: localhost\r\nRange: bytes=${this.#position}-${last}${headEnd}`,
    )
    this.#socket.resume()
  }

  #connect(): Socket {
    const { port, from, events } = this.#options
    const take = (length: number) => this.#take(receiving.subarray(0, length))
    const onread = { buffer: receiving, callback: take }
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true, onread })
    socket.once('error', (error: NodeJS.ErrnoException) => events.surprise(error.code ?? error.message))
    socket.once('close', () => {
      if (this.#left > 0 || this.#isInHead) events.cut()
      this.#socket = null
      this.#left = 0
      this.#isInHead = false
    })
    return socket
  }

  /** @returns whether to go on reading */
  #take(bytes: Buffer): boolean {
    const body = this.#isInHead ? this.#bodyAfterHead(bytes) : bytes
    if (body === null || body.length === 0) return true
    const { recording, events } = this.#options
    if (!isNumbered(body, this.#position, recording.number)) events.surprise('other bytes')
    events.bytes(body.length)
    this.#position += body.length
    this.#left -= body.length
    this.#buffered += body.length
    return this.#buffered < high
  }

  /** What of the bytes belongs to the body, null as long as there is none. */
  #bodyAfterHead(bytes: Buffer): Buffer | null {
    const known = this.#head.length
    this.#head += bytes.toString('latin1')
    const end = this.#head.indexOf(headEnd)
    const bodyAt = end + headEnd.length
    if (end < 0 || this.#head.length === bodyAt) return null
    const { recording, events } = this.#options
    events.firstByte(performance.now() - this.#askedAt)
    this.#isInHead = false
    const head = this.#head.slice(0, end)
    const expected = `bytes ${this.#position}-`
    const [, range = '', last = ''] = /content-range: (bytes \d+-)(\d+)/i.exec(head) ?? []
    if (!head.startsWith('HTTP/1.1 206') || range !== expected) events.surprise(head.slice(0, 12))
    this.#left = Math.min(recording.sizeBytes, Number(last) + 1) - this.#position
    return bytes.subarray(bodyAt - known)
  }
}
