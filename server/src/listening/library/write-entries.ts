import { AudioBook } from '@earmark/contract/audio-books.ts'
import { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import { Podcast } from '@earmark/contract/podcasts.ts'
import { Profile } from '@earmark/contract/users.ts'
import type { FastifyReply } from 'fastify'

/** Entries as JSON, by the schemas of their records. The user and the podcasts that entries share are serialized once. */
export function writeEntries(reply: FastifyReply, entries: readonly LibraryEntry[]): string {
  // Fastify compiles each schema once.
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

/** Caches the text by the object's identity. */
function once<Part extends object>(write: (part: Part) => string): (part: Part) => string {
  const texts = new Map<Part, string>()
  return (part) => {
    const known = texts.get(part) ?? write(part)
    texts.set(part, known)
    return known
  }
}
