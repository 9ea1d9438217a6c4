import { AudioBook } from '@earmark/contract/audio-books.ts'
import { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import { Podcast } from '@earmark/contract/podcasts.ts'
import { Profile } from '@earmark/contract/users.ts'
import type { FastifyReply } from 'fastify'

/**
 * The text of a library by the schemas of its records. Thousands of entries are of few podcasts, and all of one
 * user: what they share is written once and copied.
 */
export function writeEntries(reply: FastifyReply, entries: readonly LibraryEntry[]): string {
  // Compiled once for each schema, however often it is asked for.
  const writer = (schema: object) => reply.compileSerializationSchema(schema as Record<string, unknown>)
  const user = once(writer(Profile))
  const podcast = once(writer(Podcast))
  const audioBook = writer(AudioBook)
  const episode = writer(PodcastEpisode)
  const texts = entries.map(
    (entry) =>
      `{"id":${entry.id},"user":${user(entry.user)},` +
      `"audioBook":${entry.audioBook && audioBook(entry.audioBook)},` +
      `"podcast":${entry.podcast && podcast(entry.podcast)},` +
      `"podcastEpisode":${entry.podcastEpisode && episode(entry.podcastEpisode)}}`,
  )
  return `[${texts.join()}]`
}

/** Remembers what the very same object was written as. */
function once<Part extends object>(write: (part: Part) => string): (part: Part) => string {
  const texts = new Map<Part, string>()
  return (part) => {
    const known = texts.get(part) ?? write(part)
    texts.set(part, known)
    return known
  }
}
