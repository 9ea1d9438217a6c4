import type { AppliedMove } from './apply/apply-move.ts'
import * as texts from './messages.ts'
import { type LeftoverKind, leftoverKinds, type MovedLibrary } from './library/moved-library.ts'
import type { PathMap } from './places/mapped-path.ts'
import { mappedPath } from './places/mapped-path.ts'
import type { ImportFolderSetting } from '../../config/config-imports.ts'
import type { PlannedMove } from './plan/planned-move.ts'

export interface Reported {
  readonly library: MovedLibrary
  /** What was to be done before anything was. */
  readonly plan: PlannedMove
  /** Null for a dry run. */
  readonly applied: AppliedMove | null
  readonly maps: readonly PathMap[]
  readonly folders: readonly ImportFolderSetting[]
}

const shownAtMost = 20

/** The report in lines: first the numbers of each kind by what becomes of them, with names where something is left. */
export function reportLines(reported: Reported): string[] {
  const { library, plan, applied } = reported
  const isApplied = applied !== null
  const group = <State extends string>(
    kind: string,
    things: readonly { readonly state: State; readonly name?: string }[],
    says: Readonly<Record<State, Parameters<typeof texts.textFor>[0]>>,
  ) => groupLines(kind, things, (state) => texts.textFor(says[state], isApplied))
  const refusedNames = new Set(applied?.refused.map(({ title }) => title))
  const isMade = ({ state, name }: { readonly state: string; readonly name: string }) =>
    state !== 'New' || !refusedNames.has(name)
  const books = plan.books.map((each) => ({ state: each.state, name: named(each.book.title, each.paths) }))
  return [
    `${titleOf(library)}.`,
    ...missingFolders(reported),
    ...group(
      'Users',
      plan.users.map(({ user, state }) => ({ state, name: user.name })),
      texts.userTexts,
    ),
    ...group('Books', books.filter(isMade), texts.bookTexts),
    ...group(
      'Podcasts',
      plan.podcasts.map(({ podcast, state }) => ({ state, name: podcast.title })),
      texts.podcastTexts,
    ),
    ...group('Episodes', episodesOf(plan).filter(isMade), texts.episodeTexts),
    ...group(
      'Collections',
      plan.collections.map(({ collection, state }) => ({ state, name: collection.name })),
      texts.collectionTexts,
    ),
    ...group('Positions', listened(plan.positions, applied?.after.positions), texts.listeningTexts),
    ...group('Bookmarks', listened(plan.bookmarks, applied?.after.bookmarks), texts.listeningTexts),
    ...lossLines(applied),
    ...feedLines(library),
    ...leftoverLines(library),
    ...listLines(texts.reportTexts.oddities, library.oddities),
    isApplied ? texts.reportTexts.applied : texts.reportTexts.dry,
  ]
}

/** All of it, for programs. */
export function reportJson({ library, plan, applied }: Reported) {
  const { system, version, leftovers, oddities, folders } = library
  const after = applied?.after ?? plan
  return {
    system,
    version,
    isApplied: applied !== null,
    folders,
    users: plan.users.map(({ user, state }, index) => {
      const { id, name, email } = user
      return { id, name, email, state, accountId: after.users[index]?.accountId ?? null }
    }),
    books: plan.books.map(({ book, state, paths }, index) => {
      return {
        id: book.id,
        title: book.title,
        state,
        paths,
        audioBookId: after.books[index]?.audioBookId ?? null,
      }
    }),
    podcasts: plan.podcasts.map(({ podcast, state, episodes }, index) => ({
      id: podcast.id,
      title: podcast.title,
      feedUrl: podcast.feedUrl,
      state,
      podcastId: after.podcasts[index]?.podcastId ?? null,
      episodes: episodes.map(({ episode, state: own, paths }, place) => {
        const episodeId = after.podcasts[index]?.episodes[place]?.episodeId ?? null
        return { id: episode.id, title: episode.title, state: own, paths, episodeId }
      }),
    })),
    collections: plan.collections.map(({ collection, state }) => ({ ...collection, state })),
    positions: countStates(listened(plan.positions, applied?.after.positions)),
    bookmarks: countStates(listened(plan.bookmarks, applied?.after.bookmarks)),
    refused: applied?.refused ?? [],
    coverless: applied?.coverless ?? [],
    leftovers,
    oddities,
  }
}

function titleOf({ version, users, books, podcasts }: MovedLibrary): string {
  const episodes = podcasts.reduce((sum, podcast) => sum + podcast.episodes.length, 0)
  const of = `Audiobookshelf${version === null ? '' : ` ${version}`}`
  return `${of}: ${users.length} users, ${books.length} books, ${podcasts.length} podcasts with ${episodes} episodes`
}

function named(title: string, paths: readonly string[]): string {
  const [first] = paths
  if (first === undefined) return title
  const others = paths.length > 1 ? ` and ${paths.length - 1} more` : ''
  return `${title} (${first}${others})`
}

function episodesOf({ podcasts }: PlannedMove) {
  return podcasts.flatMap(({ podcast, episodes }) =>
    episodes.map(({ episode, state, paths }) => {
      return { state, name: named(`${podcast.title}: ${episode.title}`, paths) }
    }),
  )
}

/** Those that were to be brought and were not, as their books could not be made, count as left. */
function listened<State extends string>(
  planned: readonly { readonly state: State }[],
  after: readonly { readonly state: State }[] | undefined,
): { readonly state: State }[] {
  return planned.map((each, index) => {
    const now = after?.[index]?.state
    return { state: each.state === 'New' && now !== undefined && now !== 'Known' ? now : each.state }
  })
}

function countStates(things: readonly { readonly state: string }[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(things, ({ state }) => state)].map(([state, all]) => [state, all.length]),
  )
}

const quiet = new Set(['New', 'Known'])

function groupLines<State extends string>(
  kind: string,
  things: readonly { readonly state: State; readonly name?: string }[],
  sayOf: (state: State) => string,
): string[] {
  return [...Map.groupBy(things, ({ state }) => state)].flatMap(([state, all]) => {
    const names = quiet.has(state) ? [] : all.flatMap(({ name }) => (name === undefined ? [] : [name]))
    return [`${kind}: ${all.length} ${sayOf(state)}.`, ...shown(names)]
  })
}

function lossLines(applied: AppliedMove | null): string[] {
  if (applied === null) return []
  const { refused, coverless, listening } = applied
  const sentences = refused.map(({ title, file }) => `${title} (${file.place}: ${file.code})`)
  return [
    ...listLines(texts.reportTexts.refused, sentences),
    ...listLines(texts.reportTexts.coverless, coverless),
    ...(listening.tooMany > 0 ? [texts.reportTexts.tooMany(listening.tooMany)] : []),
  ]
}

function feedLines({ podcasts }: MovedLibrary): string[] {
  const feeds = podcasts.flatMap(({ title, feedUrl }) => (feedUrl === null ? [] : [`${title}: ${feedUrl}`]))
  return listLines(texts.reportTexts.feeds, feeds)
}

function leftoverLines({ leftovers }: MovedLibrary): string[] {
  const counted = leftoverKinds.flatMap((kind: LeftoverKind) =>
    leftovers[kind] ? [`${leftovers[kind]} ${texts.leftoverTexts[kind]}`] : [],
  )
  return listLines(texts.reportTexts.leftovers, counted)
}

function missingFolders({ library, maps, folders }: Reported): string[] {
  return library.folders.flatMap(({ path, library: name }) => {
    const here = mappedPath(path, maps)
    const isKnown = folders.some((folder) => here !== null && `${here}/`.startsWith(`${folder.path}/`))
    return isKnown ? [] : [texts.reportTexts.folder(oneLine(path), oneLine(name))]
  })
}

function listLines(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [title, ...shown(items)]
}

function shown(items: readonly string[]): string[] {
  const some = items.slice(0, shownAtMost).map((item) => `  ${oneLine(item)}`)
  return items.length > shownAtMost ? [...some, texts.reportTexts.more(items.length - shownAtMost)] : some
}

/** Texts of another's database on the operator's terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
