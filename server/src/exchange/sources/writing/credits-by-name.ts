import { maxShortTextLength } from '@earmark/contract/limits.ts'
import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { createCreator } from '../../../catalogue/creators/creators.service.ts'
import { listCreatorIdsByName } from '../../../catalogue/field-sources/write-book-values.queries.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FeedItem, FeedPerson } from '../reader/feed-document.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { lineOf } from './item-values.ts'

/** A person as a feed names them. */
export interface NamedCredit {
  readonly name: string
  readonly role: 'Host' | 'Guest' | 'Voice'
}

const mostPeople = 20
/** Of one reading: a feed with other names in each item does not fill the list of creators. */
const mostNewCreators = 200

const roles: Readonly<Record<string, NamedCredit['role']>> = {
  host: 'Host',
  'co-host': 'Host',
  'guest host': 'Host',
  guest: 'Guest',
  narrator: 'Voice',
  'voice actor': 'Voice',
  reporter: 'Voice',
}

/** The hosts that a podcast's persons are, else its author. */
export function peopleOfPodcast({
  persons,
  author,
}: {
  readonly persons: readonly FeedPerson[]
  readonly author: string | null
}): NamedCredit[] {
  const named = creditsOf(persons)
  if (named.length > 0 || author === null) return named
  return creditsOf([{ name: author, role: 'host', imageUrl: null, homepage: null }])
}

export function peopleOfItem({ persons }: FeedItem): NamedCredit[] {
  return creditsOf(persons)
}

/** Those whose voices are heard, each once. */
function creditsOf(persons: readonly FeedPerson[]): NamedCredit[] {
  const credits = new Map<string, NamedCredit>()
  for (const person of persons) {
    const name = lineOf(person.name, maxShortTextLength)
    const role = roles[person.role]
    if (name !== '' && role && !credits.has(foldText(name))) credits.set(foldText(name), { name, role })
  }
  return [...credits.values()].slice(0, mostPeople)
}

/** The creators of these names, by their folds; those that there are none of are made. */
export async function requireCreators(
  deps: SourceDeps,
  people: readonly NamedCredit[],
): Promise<Map<string, number>> {
  const names = new Map(people.map(({ name }) => [foldText(name), name]))
  const known = await findCreators(deps.db.connection, names)
  const missing = [...names].filter(([fold]) => !known.has(fold)).slice(0, mostNewCreators)
  return missing.length === 0 ? known : new Map([...known, ...(await makeCreators(deps, new Map(missing)))])
}

/** Under the lock of all creators: another node may meet the same name in another feed. */
async function makeCreators(
  deps: SourceDeps,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  return await changeCatalogue(deps, { changes: [], holds: ['creators'] }, async (connection) => {
    const own = { ...deps, db: { ...deps.db, connection } }
    const ids = await findCreators(connection, names)
    for (const [fold, nickname] of names)
      if (!ids.has(fold))
        ids.set(fold, (await createCreator(own, { nickname, name: null, surname: null })).id)
    return ids
  })
}

/** Of several with a name the first one. */
async function findCreators(
  connection: Connection,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const found = await listCreatorIdsByName(connection, [...names.values()])
  return new Map([...found].flatMap(([fold, [id]]) => (id === undefined ? [] : [[fold, id] as const])))
}

export function creditsBy(
  creators: ReadonlyMap<string, number>,
  people: readonly NamedCredit[],
): NewCredit[] {
  return people.flatMap(({ name, role }) => {
    const creatorId = creators.get(foldText(name))
    return creatorId === undefined ? [] : [{ creatorId, role, as: null }]
  })
}
