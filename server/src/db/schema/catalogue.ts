import type { ChapterSource } from '@earmark/contract/chapters.ts'
import type { Generated } from 'kysely'
import type { ChangeTimes, Fixed, Id, Instant } from './columns.ts'

export interface CreatorsTable extends ChangeTimes {
  id: Id
  nickname: string
  name: string | null
  surname: string | null
  nickname_sort: string
  name_sort: string
  surname_sort: string
  biography: Generated<string | null>
  /** JSON: a list of addresses. */
  links: Generated<string>
  /** What lists of authors sort by: "Woolf, Virginia". */
  sort_name: Generated<string | null>
  /** The fold of the sort name, else of the nickname. */
  author_sort: string
  image_media_id: Generated<number | null>
  preview_media_id: Generated<number | null>
}

/** Addresses of creators that were merged into others. */
interface MergedCreatorsTable {
  id: Fixed<number>
  creator_id: number
}

interface CoverColumns {
  cover_media_id: number | null
  preview_media_id: number | null
  /** Set when an editor chose the preview; null when the server made it from the cover. */
  preview_chosen_at: Instant | null
  /** Of the preview that the server has last made and replaced, while none is chosen: decision 0025. */
  replaced_preview_url: string | null
}

interface PublishingColumns {
  is_public: Generated<0 | 1>
  /** When it was first public; an episode's may be another that is shown. */
  published_at: Generated<Instant | null>
  /** When it becomes public by itself. */
  publish_at: Generated<Instant | null>
}

export interface AudioBooksTable extends ChangeTimes, CoverColumns, PublishingColumns {
  id: Id
  name: string
  name_sort: string
  subtitle: Generated<string | null>
  description: string | null
  /** BCP 47, canonical. */
  language: Generated<string | null>
  published_year: Generated<number | null>
  publisher: Generated<string | null>
  isbn: Generated<string | null>
  is_abridged: Generated<0 | 1 | null>
  is_explicit: Generated<0 | 1>
}

interface PodcastsTable extends ChangeTimes, CoverColumns, PublishingColumns {
  id: Id
  name: string
  name_sort: string
  description: string | null
  /** BCP 47, canonical. */
  language: Generated<string | null>
  is_explicit: Generated<0 | 1>
  link: Generated<string | null>
  /** Of its feed at another place, as it was brought. */
  feed_url: Generated<string | null>
  episode_order: Generated<'Newest' | 'Oldest'>
  /** Not public, and yet its followers see it (0067); never of one that is public. */
  is_unlisted: Generated<0 | 1>
}

export interface EpisodesTable extends ChangeTimes, CoverColumns, PublishingColumns {
  id: Id
  podcast_id: Fixed<number>
  number: number
  name: string
  description: string | null
  season: Generated<number | null>
  type: Generated<'Full' | 'Trailer' | 'Bonus'>
  /** The number as its feed wants it shown, such as `12b`; empty once an editor has given it another one. */
  label: Generated<string | null>
  /** JSON: `Notes` of the contract; null where the description says it all. */
  notes: Generated<string | null>
  is_explicit: Generated<0 | 1>
  /** When it was first public here, whatever date is shown. */
  public_at: Generated<Instant | null>
  /** What feeds name it by: of its source, else made when it is first public (0059). */
  feed_guid: Generated<string | null>
}

/** Each audio book and each episode has one; one of the two ids is filled. */
export interface RecordingsTable {
  id: Id
  audio_book_id: Fixed<number | null>
  episode_id: Fixed<number | null>
  /** What its address serves; null where there is no sound, or files that no one decoder plays. */
  media_id: Generated<number | null>
  /** The unguessable part of the address by which a sound elsewhere is passed on (0062). */
  relay_key: Generated<string | null>
  relay_type: Generated<string | null>
  /** As its feed says. */
  relay_duration_ms: Generated<number | null>
  /** When it was last found to be another than before. */
  relay_changed_at: Generated<Instant | null>
  /** Counts the changes of its chapters. */
  chapters_version: Generated<number>
  chapters_source: Generated<ChapterSource>
  /** The account of the editor who wrote them, as long as there is one. */
  chapters_saved_by: Generated<string | null>
  chapters_saved_at: Generated<Instant | null>
}

/** Those of an editor may lie past the end of a sound that came later. */
interface ChaptersTable {
  recording_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  start_ms: Fixed<number>
  title: Fixed<string>
}

/** The files of a recording of several, one after another. */
interface RecordingFilesTable {
  recording_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  media_id: number
  /** What it plays within the whole. */
  duration_ms: number
  title: Fixed<string | null>
  /** Of its upload; unknown of older ones, and of a recording's first file where it was the only one. */
  file_name: Fixed<string | null>
}

/** A creator's part in a record; one of the three ids is filled. */
interface CreditsTable {
  id: Id
  creator_id: number
  role: Fixed<string>
  /** As whom: "the Keeper"; empty for none. */
  as_name: Generated<string>
  /** Order among the credits of one record. */
  ordinal: number
  audio_book_id: Fixed<number | null>
  podcast_id: Fixed<number | null>
  episode_id: Fixed<number | null>
}

interface SeriesTable extends ChangeTimes {
  id: Id
  name: string
  /** Unique. */
  name_sort: string
  description: string | null
}

interface SeriesBooksTable {
  audio_book_id: Fixed<number>
  series_id: Fixed<number>
  /** Order among the series of one audio book. */
  ordinal: number
  /** As an editor wrote it: `1`, `1.5`, `2-3`. */
  sequence: string | null
  /** What the series sorts by; null sorts last. */
  sequence_number: number | null
}

/** Genres of audio books and categories of podcasts; one of the two ids is filled. */
interface GenresTable {
  id: Id
  name: string
  ordinal: number
  audio_book_id: Fixed<number | null>
  podcast_id: Fixed<number | null>
}

interface CollectionsTable extends ChangeTimes {
  id: Id
  name: string
  description: string | null
  /** Order among the collections. */
  place: number
  is_on_home: 0 | 1
}

/** One of the two ids is filled. */
interface CollectionItemsTable {
  collection_id: Fixed<number>
  ordinal: number
  audio_book_id: Fixed<number | null>
  podcast_id: Fixed<number | null>
}

interface SearchWordsTable {
  id: Id
  word: Fixed<string>
}

interface SearchWordFormsTable {
  form: Fixed<string>
  word_id: Fixed<number>
}

interface SearchNamesTable {
  kind: Fixed<string>
  id: Fixed<number>
  /** Folded, one a line. */
  phrases: Fixed<string>
}

interface SearchNameTermsTable {
  term: Fixed<string>
  id: Fixed<number>
}

/** Records, what they are of, and what search knows of them. */
export interface CatalogueTables {
  creators: CreatorsTable
  merged_creators: MergedCreatorsTable
  audio_books: AudioBooksTable
  podcasts: PodcastsTable
  episodes: EpisodesTable
  recordings: RecordingsTable
  chapters: ChaptersTable
  recording_files: RecordingFilesTable
  credits: CreditsTable
  series: SeriesTable
  series_books: SeriesBooksTable
  genres: GenresTable
  collections: CollectionsTable
  collection_items: CollectionItemsTable
  search_words: SearchWordsTable
  search_word_forms: SearchWordFormsTable
  search_names: SearchNamesTable
  search_name_terms: SearchNameTermsTable
}
