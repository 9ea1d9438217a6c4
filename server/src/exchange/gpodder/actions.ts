import type { FailureOf } from '../../errors.ts'

/** Episode actions as both dialects write them; of their kinds only `play` has an effect. */
export interface PlayAction {
  readonly podcast: string
  readonly episode: string
  readonly guid: string | null
  /** Seconds. */
  readonly position: number
  readonly total: number | null
  /** By the app's clock, epoch milliseconds. */
  readonly at: number
}

export const maxActions = 1000
/** Feeds name files by addresses as long, and apps send what they have read there. */
const maxAddressLength = 8192
/** A longer one tells nothing: episodes are found by their addresses then. */
const maxGuidLength = 2000
const maxSeconds = 1e9

type Failure = FailureOf<'InvalidBody'>
type Fields = Readonly<Record<string, unknown>>

/** @throws AppError InvalidBody for another shape */
export function readActions(body: unknown, now: number, failure: Failure): PlayAction[] {
  if (!Array.isArray(body) || body.length > maxActions) {
    throw failure('InvalidBody', { description: `The body is a list of at most ${maxActions} actions.` })
  }
  return body.flatMap((one: unknown) => readAction(one, now, failure) ?? [])
}

function readAction(value: unknown, now: number, failure: Failure): PlayAction | null {
  if (typeof value !== 'object' || value === null) throw failure('InvalidBody')
  const fields = value as Fields
  const action = textOf(fields, 'action', failure)
  const podcast = textOf(fields, 'podcast', failure)
  const episode = textOf(fields, 'episode', failure)
  if (action === null || podcast === null || episode === null) throw failure('InvalidBody')
  const stated = textOf(fields, 'guid', failure)
  const guid = stated !== null && stated.length > maxGuidLength ? null : stated
  const position = secondsOf(fields, 'position', failure)
  const total = secondsOf(fields, 'total', failure)
  const at = timeOf(fields['timestamp'], now, failure)
  if (action.toLowerCase() !== 'play' || position === null) return null
  // Of no episode: it must not keep the others of the request from being heard.
  if (podcast.length > maxAddressLength || episode.length > maxAddressLength) return null
  return { podcast, episode, guid, position, total, at }
}

function textOf(fields: Fields, name: string, failure: Failure): string | null {
  const value = fields[name] ?? null
  if (value === null) return null
  if (typeof value !== 'string' || value.includes('\0')) throw failure('InvalidBody', { field: name })
  return value
}

/** Null for absent ones and those below 0, which apps send for nothing. */
function secondsOf(fields: Fields, name: string, failure: Failure): number | null {
  const value = fields[name] ?? null
  if (value === null) return null
  if (typeof value !== 'number' || Math.abs(value) > maxSeconds) throw failure('InvalidBody', { field: name })
  return value < 0 ? null : value
}

const timeForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:?\d\d)?$/

/** Without a zone it is UTC. */
function timeOf(value: unknown, now: number, failure: Failure): number {
  if (value === undefined || value === null) return now
  const [, local, zone = 'Z'] = timeForm.exec(typeof value === 'string' ? value : '') ?? []
  const at = local === undefined ? Number.NaN : Date.parse(`${local}${zone}`)
  if (Number.isNaN(at)) throw failure('InvalidBody', { field: 'timestamp' })
  return at
}

/** As apps read them: seconds, and no zone. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}
