import {
  type ChaptersProposal,
  getEditedAudioBookChapters,
  getEditedEpisodeChapters,
  type NewChapters,
  proposeAudioBookChapters,
  proposeEpisodeChapters,
  replaceAudioBookChapters,
  replaceEpisodeChapters,
  type SavedChapters,
  type StaleChapters,
} from '@earmark/contract/chapter-edits.ts'
import type { Chapters } from '@earmark/contract/chapters.ts'
import type { NavigateOptions } from '@tanstack/react-router'
import { ApiError, call } from '../../../lib/api.ts'
import { type ApiQuery, apiQuery, queryClient } from '../../../lib/query-client.ts'
import { audioBookTrack, episodeTrack } from '../../catalogue/index.ts'
import type { NewTrack } from '../../player/index.ts'
import { type LoadCause, loadForEditing } from '../answers.ts'
import { audioBookCalls, episodeCalls } from '../records/record-calls.ts'
import { chapterMessages as messages } from './messages.ts'

/** What has chapters, as its editor needs it. */
export interface Chaptered {
  readonly name: string
  readonly track: NewTrack | null
}

/** The calls about the chapters of one recording. */
export interface ChapterCalls {
  readonly key: string
  readonly kind: 'audio-books' | 'podcasts'
  readonly editLink: NavigateOptions
  readonly query: ApiQuery<Chapters>
  readonly loadRecord: () => Promise<Chaptered>
  readonly replace: (body: NewChapters) => Promise<Chapters>
  readonly propose: (body: ChaptersProposal) => Promise<Chapters>
}

function ofAudioBook(id: number): ChapterCalls {
  const params = { id }
  return {
    key: `audio-books/${id}`,
    kind: 'audio-books',
    editLink: audioBookCalls.editLink(id),
    query: apiQuery(getEditedAudioBookChapters, { params }),
    async loadRecord() {
      const book = await queryClient.query({ ...audioBookCalls.query(id), staleTime: 0 })
      return { name: book.name, track: audioBookTrack(book) }
    },
    replace: (body) => call(replaceAudioBookChapters, { params, body }),
    propose: (body) => call(proposeAudioBookChapters, { params, body }),
  }
}

function ofEpisode(podcastId: number, episodeId: number): ChapterCalls {
  const params = { id: podcastId, episodeId }
  const calls = episodeCalls(podcastId)
  return {
    key: `podcasts/${podcastId}/episodes/${episodeId}`,
    kind: 'podcasts',
    editLink: calls.editLink(episodeId),
    query: apiQuery(getEditedEpisodeChapters, { params }),
    async loadRecord() {
      const episode = await queryClient.query({ ...calls.query(episodeId), staleTime: 0 })
      return { name: episode.name, track: episodeTrack(episode, episode.podcast) }
    },
    replace: (body) => call(replaceEpisodeChapters, { params, body }),
    propose: (body) => call(proposeEpisodeChapters, { params, body }),
  }
}

/** @param path of a record, such as `audio-books/7`; undefined for what has no chapters */
export function chapterCalls(path: string): ChapterCalls | undefined {
  const [, book, podcast, episode] =
    /^(?:audio-books\/(\d{1,15})|podcasts\/(\d{1,15})\/episodes\/(\d{1,15}))\/?$/.exec(path) ?? []
  if (book !== undefined) return ofAudioBook(Number(book))
  return podcast === undefined ? undefined : ofEpisode(Number(podcast), Number(episode))
}

/** For the page's loader. */
export async function loadChapters(calls: ChapterCalls, cause: LoadCause): Promise<Chaptered> {
  const [record] = await Promise.all([
    calls.loadRecord(),
    loadForEditing(calls.query, messages.loadFailed, cause),
  ])
  return record
}

/** What another editor has saved, when an answer tells of it. */
export function newerOf(error: unknown): SavedChapters | undefined {
  if (!(error instanceof ApiError)) return undefined
  const stale = error.items.find((item) => item.code === 'StaleChapters') as StaleChapters | undefined
  return stale?.current
}

/** The place, from 0, of the chapter that the server refuses, and why. */
export function refusedChapter(error: unknown): { place: number; text: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  const refusal = error.items.find((item) => item.code === 'ChaptersInvalid')
  const number = /chapter (\d+)/i.exec(refusal?.description ?? '')?.[1]
  return refusal === undefined || number === undefined
    ? undefined
    : { place: Number(number) - 1, text: refusal.description }
}
