import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBookDetail } from '@earmark/contract/audio-books.ts'
import { openAsBlob } from 'node:fs'
import { resolve } from 'node:path'
import { makeEditor, senderFor, type Site } from './people.ts'

/** Books of several files, each of six seconds and a pitch of its own: `ffmpeg -f lavfi -i sine=400:d=6 -b:a 16k` */
export const pitches = [400, 600, 800]
export const fileSeconds = 6

export async function makeBook(site: Site, name: string): Promise<AudioBookDetail> {
  const sendAs = await senderFor(site, await makeEditor(site))
  const form = new FormData()
  form.set('Name', name)
  for (const pitch of pitches) {
    const file = `tone-${pitch}.mp3`
    form.append('Audio', await openAsBlob(resolve(import.meta.dirname, file)), file)
  }
  return await sendAs<AudioBookDetail>(createAudioBook.url, form)
}
