import {
  acknowledged,
  resolved,
  isDue,
  isUnsent,
  mergeVisitor,
  type LocalPosition,
  mergeRemote,
  recordLocal,
  type RemotePosition,
} from '../merge.ts'

export type Saved = { version: number; position: number; finished: boolean; device: number; request: string }

/** A request in flight. */
type Errand = {
  kind: 'save' | 'look'
  device: number
  /** Its tab was killed: the answer is dropped. */
  isOrphan: boolean
  change: number
  position: number
  finished: boolean
  base: number
  answer: 'none' | { status: 200 | 409; current: Saved | null }
}

type Device = { kept: LocalPosition | null; isSounding: boolean; ear: number; isOnline: boolean }

export const endOfRecording = 1000

/**
 * A server with optimistic locking, devices whose storage survives their tabs, and a network that loses and reorders
 * requests and answers. Each change of a stored position is checked against the rules.
 */
export class ModelDevices {
  saved: Saved | null = null
  readonly history: Saved[] = []
  readonly devices: Device[] = [0, 1].map(() => ({ kept: null, isSounding: false, ear: 0, isOnline: true }))
  errands: Errand[] = []
  #clock = 0
  #versions = 0

  play(device: number): void {
    const own = this.#of(device)
    if (own.isSounding) return
    own.ear = own.kept === null || own.kept.finished ? 0 : own.kept.position
    own.isSounding = true
  }

  pause(device: number): void {
    this.#of(device).isSounding = false
  }

  hear(device: number, seconds: number): void {
    const own = this.#of(device)
    if (own.isSounding) this.#listen(device, Math.min(own.ear + seconds, endOfRecording))
    if (own.ear === endOfRecording) own.isSounding = false
  }

  seek(device: number, position: number): void {
    this.#listen(device, position)
  }

  /** A second tab may send the same a second time. */
  send(device: number): void {
    const { kept, isOnline } = this.#of(device)
    const own = this.errands.filter((errand) => errand.device === device && errand.kind === 'save')
    if (kept === null || !isDue(kept) || !isOnline || own.length > 2) return
    holds(kept.theirs === null, 'nothing is sent while the listener is asked')
    const { change, position, finished, base } = kept
    this.errands.push({ ...blank, kind: 'save', device, change, position, finished, base })
  }

  look(device: number): void {
    if (this.#of(device).isOnline)
      this.errands.push({ ...blank, kind: 'look', device, base: this.#of(device).kept?.base ?? 0 })
  }

  /** It reaches the server. */
  deliver(place: number): void {
    const errand = this.#errandAt(place)
    if (errand === undefined || errand.answer !== 'none') return
    errand.answer = errand.kind === 'look' ? { status: 200, current: this.saved } : this.#save(errand)
  }

  /** Its answer reaches the tab. */
  answer(place: number): void {
    const errand = this.#errandAt(place)
    if (errand === undefined || errand.answer === 'none') return
    this.errands = this.errands.filter((other) => other !== errand)
    if (!errand.isOrphan) this.#heed(errand, errand.answer)
  }

  /** It, or its answer, is lost on the way. */
  lose(place: number): void {
    const errand = this.#errandAt(place)
    this.errands = this.errands.filter((other) => other !== errand)
  }

  kill(device: number): void {
    const own = this.#of(device)
    Object.assign(own, { isSounding: false, ear: own.kept?.position ?? 0 })
    for (const errand of this.errands) if (errand.device === device) errand.isOrphan = true
  }

  setOnline(device: number, isOnline: boolean): void {
    this.#of(device).isOnline = isOnline
  }

  decide(device: number, where: 'here' | 'there'): void {
    const own = this.#of(device)
    if (own.kept === null) return
    const { theirs, position } = own.kept
    own.kept = resolved(own.kept, where, this.#tick())
    if (theirs === null) return
    holds(
      own.kept.position === (where === 'there' ? theirs.position : position),
      'the listener’s word is done',
    )
    holds(where === 'there' || isUnsent(own.kept), 'the listener’s word reaches the server')
    if (where === 'there') own.ear = own.kept.position
  }

  /** The listener has it forgotten, somewhere. */
  forget(): void {
    this.saved = null
  }

  /** Listened to as a visitor on that device, who signs in. */
  join(device: number, position: number): void {
    const own = this.#of(device)
    const visitor = recordLocal(null, { position, finished: position >= endOfRecording, at: this.#tick() }, 1)
    const before = own.kept
    own.kept = mergeVisitor(before, visitor)
    const furthest = before === null || isAhead(visitor, before) ? visitor : before
    holds(own.kept.position === furthest.position, 'joining takes the further place')
    if (own.isSounding) this.#listen(device, own.ear)
    else own.ear = own.kept.position
  }

  /** Everybody is online, every question answered, everything sent. */
  settle(where: 'here' | 'there'): void {
    for (const [device, own] of this.devices.entries()) {
      this.pause(device)
      own.isOnline = true
    }
    for (let round = 0; round < 12; round += 1) {
      while (this.errands.length > 0) {
        this.deliver(0)
        this.answer(0)
      }
      for (const device of this.devices.keys()) {
        this.decide(device, where)
        this.send(device)
        this.look(device)
      }
    }
  }

  /** Counted from the first under way, -1 is the last. */
  #errandAt(place: number): Errand | undefined {
    return this.errands.at(place % Math.max(this.errands.length, 1))
  }

  #of(device: number): Device {
    const own = this.devices[device]
    if (own === undefined) throw new Error('There is no such device')
    return own
  }

  #tick(): number {
    this.#clock += 1
    return this.#clock
  }

  #listen(device: number, position: number): void {
    const own = this.#of(device)
    own.ear = position
    own.kept = recordLocal(own.kept, { position, finished: position >= endOfRecording, at: this.#tick() }, 1)
  }

  #save(errand: Errand): Errand['answer'] {
    const { base, device, position, finished, change } = errand
    const request = [base, device, position, finished].join()
    if (this.saved?.request === request) return { status: 200, current: this.saved }
    if (base !== (this.saved?.version ?? 0)) return { status: 409, current: this.saved }
    this.#versions += 1
    this.saved = { version: this.#versions, position, finished, device, request }
    this.history.push(this.saved)
    holds(change > 0, 'only what was heard is saved')
    return { status: 200, current: this.saved }
  }

  #heed(errand: Errand, { status, current }: Exclude<Errand['answer'], 'none'>): void {
    const own = this.#of(errand.device)
    const before = own.kept
    const theirs = current === null ? null : this.#theirs(current, errand.device)
    const { base } = errand
    if (errand.kind === 'save' && status === 200 && current !== null) {
      own.kept = before && acknowledged(before, errand.change, current.version)
    } else own.kept = mergeRemote(before, theirs, { base, isSounding: own.isSounding })
    if (own.kept !== before && own.kept !== null) this.#watch(errand, before, own.kept, { status, current })
    if (own.kept === null && before !== null)
      holds(!isUnsent(before) && current === null, 'only what the server forgot is forgotten')
    if (!own.isSounding) own.ear = own.kept?.position ?? own.ear
  }

  #watch(
    errand: Errand,
    before: LocalPosition | null,
    after: LocalPosition,
    { status, current }: Exclude<Errand['answer'], 'none'>,
  ): void {
    const { device } = errand
    const isSame = before !== null && current !== null && isNear(before, current)
    const isOwn = current?.device === device
    const isJustBegun = before !== null && before.base === 0 && before.position <= 15 && !before.finished
    const isOvertaken = isJustBegun && after.position === current?.position && isAhead(after, before)
    if (before !== null && isUnsent(before) && !before.joining && !isOvertaken) {
      holds(after.position === before.position, 'what the server lacks stays as it was heard')
      const isSettled = errand.kind === 'save' && status === 200 && errand.change >= before.change
      holds(isUnsent(after) || isSettled, 'what the server lacks stays to be sent')
    }
    if (before !== null && after.base !== before.base && !before.joining) {
      const isStill = !isUnsent(before) && !this.#of(device).isSounding
      const isTaken = isStill && after.position === current?.position
      holds(
        isOvertaken || isOwn || isTaken || isSame || current === null,
        'another device’s place counts as seen only by the listener’s word',
      )
    }
    if (before?.joining && errand.kind === 'look' && current !== null && current.version > before.base) {
      const furthest = isAhead(before, { ...before, ...current }) ? before : current
      holds(
        after.position === furthest.position,
        'where a visitor’s place meets the account’s, the further one wins',
      )
    }
    if (after.theirs !== null && after.theirs !== before?.theirs)
      holds(!isOwn && !isSame, 'nobody is asked about what is their own, or about nothing')
  }

  #theirs({ version, position, finished, device }: Saved, reader: number): RemotePosition {
    const deviceName = `Device ${device}`
    return {
      version,
      position,
      finished,
      at: this.#clock,
      fromThisDevice: device === reader,
      deviceName,
      playbackRate: 1,
    }
  }
}

const blank = { isOrphan: false, change: 0, position: 0, finished: false, base: 0, answer: 'none' } as const

function isNear(one: LocalPosition, other: Saved): boolean {
  return one.finished === other.finished && Math.abs(one.position - other.position) <= 5
}

function isAhead(one: LocalPosition, other: LocalPosition): boolean {
  return one.finished === other.finished ? one.position > other.position : one.finished
}

export function holds(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(`Broken: ${rule}`)
}
