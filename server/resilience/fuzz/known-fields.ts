import { creditRoles } from '@earmark/contract/credits.ts'
import { roles } from '@earmark/contract/roles.ts'
import fc from 'fast-check'
import type { PlacedOperation } from '../../src/testing/api-document.ts'
import { password } from '../../src/testing/people.ts'
import { type Known, Reference, type Value, versionOf } from './draft.ts'
import { feedElsewhere } from './feeds-elsewhere.ts'
import { importedFiles } from './imports-there.ts'

/** What the fields of requests mean, which their schemas do not say: records that there are, passwords that are right. */

const words = ['Tin', 'roof', 'Ada', 'Føna', 'über', '🎧', '東京', 'tin roof', 'O’Neill', 'a']
export const plainText = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' ')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)

const newEmail = fc.uuid().map((id) => `${id}@example.org`)

const arbitraries: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  password: mostly(password, 'Wrong-password-1'),
  currentpassword: mostly(password, 'Wrong-password-1'),
  // The present one, so that the accounts of the run stay what they are.
  newpassword: mostly(password, 'short'),
  newemail: fc.oneof(newEmail, of('email')),
  baseversion: fc.nat(6),
  playbackrate: fc.constantFrom(0.5, 1, 1.25, 3.5, 3.51, null),
  startseconds: fc.nat(3),
  endseconds: fc.constantFrom(null, 0.5, 4),
  clientid: fc.uuid(),
  note: plainText,
  positionseconds: fc.oneof(fc.nat(5_000), fc.double({ min: 0, max: 1e9, noNaN: true })),
  role: fc.constantFrom<Value>(...roles, '', null),
  invitation: mostly(null, 'x'.repeat(43)),
  number: fc.nat(60),
  chapters: fc.constantFrom<Value>(
    [],
    [
      { startSeconds: 0, title: 'Tin' },
      { startSeconds: 0.25, title: '' },
    ],
  ),
  series: fc.constantFrom<Value>([], [{ id: new Reference('series', 0), sequence: '1.5' }]),
  changes: fc.oneof(
    fc.record({ addGenres: fc.constant(['Tin']), removeGenres: fc.constantFrom([], ['Tin']) }),
    fc.record({
      seriesId: of('series'),
      addCredits: fc.constant([{ creatorId: new Reference('creator', 0), role: 'Guest' }]),
    }),
    fc.constantFrom<Value>({ publish: true }, { unpublish: true, language: 'pt-br' }, { delete: true }),
  ),
  ids: fc
    .nat(3)
    .map((most) => Array.from({ length: most + 1 }, (_, place) => new Reference('audioBook', place))),
  kind: mostly('AudioBook', 'Podcast'),
  search: plainText,
  language: fc.constantFrom('en', 'pt-BR', 'PT-br', 'zh-Hant', 'x'),
  owneremail: fc.constantFrom('feeds@example.org', 'x', null),
  detached: fc.subarray(['name', 'cover', 'voicers']),
  foldername: mostly('more', 'books'),
  fileorder: fc.constantFrom<Value>([...importedFiles].toReversed(), [importedFiles[0]]),
  paths: fc.constant<Value>(importedFiles.map((path) => [path])),
  bookids: fc.constantFrom<Value>(
    [new Reference('importBook', 0), new Reference('importBook', 1)],
    [new Reference('importBook', 0)],
  ),
  // Of apps.
  appdevice: fc.constantFrom('phone', 'tablet'),
  timestamp: fc.constantFrom('2026-01-05T06:00:00', '2026-01-05T06:00:00Z'),
  since: fc.constantFrom('0', '1767225600'),
  podcast: fc.oneof(of('feedUrl'), fc.constant(feedElsewhere(1))),
  episode: fc.oneof(of('itemGuid'), fc.constant('http://sounds.example/walk.mp3')),
  add: fc.constantFrom<Value>([], [new Reference('feedUrl', 0), feedElsewhere(2)]),
  remove: fc.constantFrom<Value>([], [new Reference('feedUrl', 1)]),
}

const sourceUrl = fc.nat(30).map(feedElsewhere)

const references: Readonly<Record<string, Known>> = {
  audiobookid: 'audioBook',
  seriesid: 'series',
  podcastepisodeid: 'episode',
  episodeid: 'episode',
  readerid: 'creator',
  creatorid: 'creator',
  into: 'creator',
  entryid: 'entry',
  username: 'email',
  email: 'email',
  accesstoken: 'accessToken',
  refreshtoken: 'refreshToken',
  bookid: 'importBook',
  appuser: 'email',
  guid: 'itemGuid',
  feedtoken: 'feedToken',
  connecttoken: 'connectToken',
  versionedid: 'versionedId',
  coverkey: 'coverKey',
  mediafile: 'mediaFile',
  relayfile: 'relayFile',
}

/** By what is mailed: who it is for, and the token. */
const mailed: Readonly<Record<string, Known>> = {
  userid: 'mailedUser',
  email: 'mailedEmail',
  newemail: 'mailedEmail',
  token: 'mailedToken',
}

/** What a field usually is; undefined for one that means nothing in particular. */
export function knownField(operation: PlacedOperation, name: string): fc.Arbitrary<Value> | undefined {
  const key = name.toLowerCase()
  const kind = referenceOfField(operation, name)
  if (kind) return fc.oneof({ weight: 12, arbitrary: of(kind) }, { weight: 1, arbitrary: of(kind, 1) })
  if (key === 'role' && !/\/(users|invitations)/.test(operation.path)) return fc.constantFrom(...creditRoles)
  if (key === 'url' && operation.path.includes('/sources')) return sourceUrl
  return key === 'email' ? newEmail : arbitraries[key]
}

function referenceOfField(operation: PlacedOperation, name: string): Known | undefined {
  if (name === 'Id') return ownRecord(operation)
  const key = name.toLowerCase()
  if (!/^(base)?updatedat$/.test(key)) return referenceOf(operation, key)
  if (operation.path.endsWith('/feed')) return 'feedUpdatedAt'
  const record = ownRecord(operation)
  return record && versionOf(record)
}

function referenceOf({ operationId, path }: PlacedOperation, key: string): Known | undefined {
  if (mailed[key] && /^(confirm|reset)/.test(operationId)) return mailed[key]
  if (key === 'token') return path.includes('/login/v2') ? 'pollToken' : 'connectToken'
  if (['register', 'createUser', 'createInvitation'].includes(operationId)) return undefined
  if (key === 'podcastid') return 'podcastOfEpisode'
  return key === 'id' ? recordOf(path) : references[key]
}

/** Of a form: the last that the path names. */
function ownRecord({ path }: PlacedOperation): Known | undefined {
  return path.includes('{episodeId}') ? 'episode' : recordOf(path)
}

const recordsByPath: readonly (readonly [path: RegExp, record: Known])[] = [
  [/\/sources\/imports\//, 'sourceImport'],
  [/\/sources\//, 'source'],
  [/\/imports\//, 'import'],
  [/\/uploads\//, 'upload'],
  [/\/devices\//, 'device'],
  [/\/feed-tokens\//, 'feedTokenId'],
  [/\/bookmarks\//, 'bookmark'],
  [/\/positions\/me\/episodes\//, 'episode'],
  [/\/audio-books\//, 'audioBook'],
  [/\/episodes/, 'podcastOfEpisode'],
  [/\/podcasts\//, 'podcast'],
  [/\/creators\//, 'creator'],
  [/\/series\//, 'series'],
  [/\/collections\//, 'collection'],
  [/\/profiles\//, 'me'],
  [/\/users\//, 'user'],
]

function recordOf(path: string): Known | undefined {
  return recordsByPath.find(([pattern]) => pattern.test(path))?.[1]
}

/** A record of this kind. */
export function of(kind: Known, offset = 0): fc.Arbitrary<Value> {
  return fc.constant(new Reference(kind, offset))
}

function mostly(usual: Value, other: Value): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) })
}
