import type { PlacedOperation } from '../../src/testing/api-document.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { OwnKind } from './own-things.ts'

/**
 * A request before anybody knows which records there are: what refers to one says which kind, and becomes an id when
 * the request is sent. Deformations turn one draft into another.
 */
export interface Draft {
  readonly operation: PlacedOperation
  readonly actor: Actor
  /** Which of the records that there are the request is about. */
  readonly pick: number
  readonly method: string
  /** Of the path as the document has it, by name; texts stand for themselves, encoded. */
  readonly params: Readonly<Record<string, Value>>
  readonly query: readonly (readonly [name: string, value: Value])[]
  readonly headers: readonly Header[]
  readonly body: DraftBody
  /** What to do with the path once it is whole. */
  readonly bend: (path: string) => string
}

/** What goes wrong with a request. */
export type Deform = (draft: Draft) => Draft

export type Actor = Role | 'nobody'
export type Header = readonly [name: string, value: string]

export type DraftBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: Value }
  | { readonly kind: 'form'; readonly parts: readonly DraftPart[]; readonly bend: (form: Buffer) => Buffer }
  | { readonly kind: 'raw'; readonly bytes: Buffer; readonly type?: string }

export interface DraftPart {
  readonly name: string
  /** Present for files. */
  readonly fileName?: string
  readonly content: Value | Uint8Array
}

/** JSON with references to records in it. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Reference
  | Encoded
  | readonly Value[]
  | { readonly [name: string]: Value }

const versioned = ['audioBook', 'podcast', 'episode', 'creator', 'series', 'collection'] as const
/** A record whose replacement may name the version that was edited. */
type Versioned = (typeof versioned)[number]
type Version = `${Versioned}Version`

/** The present version of a record; undefined for what has none. */
export function versionOf(kind: Known): Version | undefined {
  const record = versioned.find((one) => one === kind)
  return record && `${record}Version`
}

export function isVersion(kind: Known): kind is Version {
  return kind.endsWith('Version')
}

export function recordOfVersion(kind: Version): Versioned {
  return kind.slice(0, -'Version'.length) as Versioned
}

/** What whoever has it is let in by. */
export type SecretKind = 'feedToken' | 'connectToken' | 'pollToken'

/** What feeds and apps call records. */
export type NamedKind =
  | 'feedUrl'
  | 'itemGuid'
  | 'versionedId'
  | 'feedUpdatedAt'
  | 'coverKey'
  | 'mediaFile'
  | 'relayFile'

export type Known =
  | 'audioBook'
  | 'podcast'
  | 'episode'
  | 'podcastOfEpisode'
  | 'creator'
  | 'series'
  | 'collection'
  | 'user'
  | 'email'
  | 'source'
  | 'import'
  | 'importBook'
  | OwnKind
  | SecretKind
  | NamedKind
  | 'me'
  | 'accessToken'
  | 'refreshToken'
  | 'mailedUser'
  | 'mailedEmail'
  | 'mailedToken'
  | Version

/** Something of this kind that there is, `offset` places behind the one that the request is about. */
export class Reference {
  readonly kind: Known
  readonly offset: number

  constructor(kind: Known, offset = 0) {
    this.kind = kind
    this.offset = offset
  }
}

/** Goes into an address, or into the text of a JSON body, as it is. */
export class Encoded {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
