import { hash } from 'node:crypto'
import { EgressError, type EgressAnswer, type EgressFailure, isWholeAnswer } from '../../../egress/egress.ts'
import type { FeedDocument, FeedRefusal } from '../reader/feed-document.ts'
import { hashesOfChannel, statedHash, withExplicitItems } from './explicit-items.ts'
import { readMaxAge, readRetryAfter } from './schedule.ts'
import { openSecret, splitCredentials } from './secrets.ts'
import type { SourceDeps } from './source-deps.ts'

/** What asking for a feed came to. */
export type Fetched =
  | ({ readonly kind: 'read'; readonly document: FeedDocument } & FetchedFacts)
  | ({ readonly kind: 'same' } & FetchedFacts)
  | FetchFailure
  /** Nothing is known of the feed: the machine had no time to read it. */
  | { readonly kind: 'busy' }

interface FetchedFacts {
  /** Of the answer, behind all redirects. */
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string
  /** Where it has moved for good, by its host's word. */
  readonly movedTo: string | null
  readonly maxAgeMs: number | null
}

export interface FetchFailure {
  readonly kind: 'failed'
  /** For editors. */
  readonly reason: string
  /** Of the answer; null without one. */
  readonly status: number | null
  readonly retryAfterMs: number | null
}

export interface FeedAddress {
  readonly url: string
  /** Sealed. */
  readonly secret: string | null
  readonly is_of_editor: 0 | 1
}

/** What is known of the last answer; null for nothing. */
export interface LastAnswer {
  readonly etag: string | null
  readonly last_modified: string | null
  readonly body_hash: string | null
}

const nothing: LastAnswer = { etag: null, last_modified: null, body_hash: null }

export interface FetchOptions {
  readonly last?: LastAnswer | undefined
  /** Content hashes of the source's items; not asked for unless there is a feed to read. */
  readonly listKnownHashes?: (() => Promise<readonly string[]>) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks for a feed, if it has changed, and reads it.
 *
 * @throws the signal's reason
 */
export async function fetchFeed(
  deps: SourceDeps,
  address: FeedAddress,
  { last = nothing, listKnownHashes, signal }: FetchOptions = {},
): Promise<Fetched> {
  const credentials = openCredentials(deps, address)
  if (credentials === 'lost') return failedFetch('The password of this address cannot be read any more.')
  const request = {
    url: address.url,
    isEditor: address.is_of_editor === 1,
    headers: { accept: acceptedFeeds, ...conditions(last) },
    ...(credentials && { credentials }),
    ...(signal && { signal }),
  }
  let answer: EgressAnswer
  try {
    answer = await deps.egress.fetch(request)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof EgressError) return failedFetch(reasons[error.code])
    throw error
  }
  return await readAnswer(deps, answer, { last, listKnownHashes, signal })
}

const acceptedFeeds =
  'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'

function conditions({ etag, last_modified }: LastAnswer): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(last_modified !== null && { 'if-modified-since': last_modified }),
  }
}

function openCredentials({ tokenKeys }: SourceDeps, { secret }: FeedAddress) {
  if (secret === null) return null
  const opened = openSecret(tokenKeys.sources, secret)
  return opened === null ? 'lost' : splitCredentials(opened)
}

async function readAnswer(
  deps: SourceDeps,
  answer: EgressAnswer,
  { last = nothing, listKnownHashes, signal }: FetchOptions,
): Promise<Fetched> {
  const now = deps.clock()
  const { status, headers, movedTo, body, url } = answer
  const common = { url, movedTo, maxAgeMs: readMaxAge(headers) }
  if (status === 304) {
    const { etag, last_modified: lastModified, body_hash } = last
    return { kind: 'same', ...common, etag, lastModified, bodyHash: body_hash ?? '' }
  }
  if (!isWholeAnswer(status)) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now)
    return { kind: 'failed', reason: `The host answers with ${status}.`, status, retryAfterMs }
  }
  const facts = {
    ...common,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    bodyHash: hash('sha256', body, 'base64url'),
  }
  if (facts.bodyHash === last.body_hash) return { kind: 'same', ...facts }
  const contentType = headers['content-type'] ?? null
  const known = (await listKnownHashes?.()) ?? []
  const read = async (hashes: readonly string[]) => {
    const knownHashes = hashes.map(statedHash)
    return await deps.feedReader.read(body, { url, contentType, now, knownHashes }, signal)
  }
  let reading = await read(known)
  if ('document' in reading) {
    const same = hashesOfChannel(known, reading.document)
    if (same.length < known.length) reading = await read(same)
  }
  if ('refusal' in reading) {
    if (reading.refusal === 'Busy') return { kind: 'busy' }
    return { ...failedFetch(refusals[reading.refusal]), status }
  }
  return { kind: 'read', ...facts, document: withExplicitItems(reading.document) }
}

export function failedFetch(reason: string): FetchFailure {
  return { kind: 'failed', reason, status: null, retryAfterMs: null }
}

const reasons: Readonly<Record<EgressFailure, string>> = {
  AddressRefused: 'This address is not allowed.',
  NetworkRefused: 'This address is in a network that is not public.',
  NameNotFound: 'There is no host of this name.',
  NoAnswer: 'The host does not answer.',
  CertificateRefused: 'The certificate of the host is not valid.',
  TooSlow: 'The host does not answer in time.',
  TooLarge: 'The feed is too large.',
  TooManyRedirects: 'The host redirects too often.',
  CodingRefused: 'The host answers in a coding that was not asked for, or that is broken.',
}

const refusals: Readonly<Record<Exclude<FeedRefusal, 'Busy'>, string>> = {
  NotAFeed: 'What is there is not a feed.',
  Empty: 'What is there is empty.',
  TooDeep: 'The feed is nested too deep.',
  TooLarge: 'The feed is too large.',
  TooSlow: 'Reading the feed takes too long.',
  Failed: 'The feed cannot be read.',
}
