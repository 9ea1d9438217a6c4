import { EventEmitter } from 'node:events'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMessages, writeMessage } from './messages.ts'
import { type Exit, openStarter } from './starter.ts'

const lowPriority = 5

interface ChildEvents {
  message: [message: unknown]
  /** After its last message. */
  exit: []
}

/**
 * A process with limited memory, and an environment without secrets. Alone it does not keep the program from ending; it
 * ends when the program has, once it looks up from its work.
 */
export class Child extends EventEmitter<ChildEvents> {
  #closeServer: () => void = () => undefined
  #socket: Socket | null = null
  #unsent: unknown[] = []
  #isKilled = false
  #pid: number | undefined
  #exit: Exit | null = null

  /** @param script which runs `connectToParent` */
  constructor(script: string, memoryBytes: number, { niceness = lowPriority } = {}) {
    super()
    this.#listen((socketPath) => {
      openStarter().start(
        { script, memoryBytes, niceness, socketPath },
        { started: (pid) => this.#begin(pid), ended: (exit) => this.#end(exit), lost: () => this.#lose() },
      )
    })
  }

  /** Undefined before it runs, and after its end where the system had no room for it. */
  get pid(): number | undefined {
    return this.#pid
  }

  /** Null before its end. */
  get exit(): Exit | null {
    return this.#exit
  }

  /** Bytes must not change before they are sent. */
  send(message: unknown): void {
    if (this.#socket) writeMessage(this.#socket, message)
    else this.#unsent.push(message)
  }

  kill(): void {
    this.#isKilled = true
    if (this.#pid === undefined || this.#exit !== null) return
    try {
      process.kill(this.#pid, 'SIGKILL')
    } catch {
      // It has ended already, which its exit tells.
    }
  }

  /** For one connection, in a folder that nobody else may enter. */
  #listen(listening: (socketPath: string) => void): void {
    try {
      const folder = mkdtempSync(join(tmpdir(), 'earmark-'))
      const path = join(folder, 'socket')
      const server = createServer((socket) => this.#meet(socket)).unref()
      this.#closeServer = () => {
        server.close()
        removeFolder(folder)
      }
      server
        .on('error', () => this.#fail())
        .listen(path, () => {
          try {
            listening(path)
          } catch {
            this.#fail()
          }
        })
    } catch {
      process.nextTick(() => this.#fail())
    }
  }

  #begin(pid: number): void {
    this.#pid = pid
    if (this.#isKilled) this.kill()
  }

  #meet(socket: Socket): void {
    this.#closeServer()
    this.#socket = socket.unref()
    // Its end tells it.
    socket.on('error', () => undefined)
    readMessages(socket, (message) => this.emit('message', message))
    for (const message of this.#unsent) this.send(message)
    this.#unsent = []
  }

  #lose(): void {
    this.kill()
    this.#socket?.destroy()
    this.#fail()
  }

  /** The fault of the system, not of what the child was asked. */
  #fail(): void {
    this.#pid = undefined
    this.#end({ code: null, signal: null })
  }

  #end(exit: Exit): void {
    if (this.#exit !== null) return
    this.#closeServer()
    if (!this.#socket && !this.#isKilled) this.#pid = undefined
    this.#exit = exit
    const told = () => this.emit('exit')
    if (this.#socket && !this.#socket.closed) this.#socket.once('close', told)
    else told()
  }
}

/** Its socket has gone with the server. */
function removeFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // An empty folder that stays is no harm to anybody.
  }
}
