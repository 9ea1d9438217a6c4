import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { makeAudioBook, storeCover, storeSound } from '../../src/testing/records.ts'
import type { TestServer } from '../../src/testing/server.ts'
import type { Known } from './draft.ts'
import { addRelayedSound } from './feeds-elsewhere.ts'

/** Files that can be asked for while requests come. */

const kinds = ['coverKey', 'mediaFile', 'relayFile'] as const
type FileKind = (typeof kinds)[number]

export function isFileKind(kind: Known): kind is FileKind {
  return kinds.some((one) => one === kind)
}

export class FilesThere {
  readonly #server: TestServer
  #names: Readonly<Record<FileKind, string>> = { coverKey: '', mediaFile: '', relayFile: '' }

  constructor(server: TestServer) {
    this.#server = server
  }

  get names(): Readonly<Record<FileKind, string>> {
    return this.#names
  }

  async tend(): Promise<void> {
    if (this.#names.mediaFile !== '') return
    const [audio, cover] = [await storeSound(this.#server), await storeCover(this.#server, 'teal')]
    const id = await makeAudioBook(this.#server, { name: 'With files', audio, ...cover })
    const { audioUrl, coverImageUrl } = await this.#server.call(getAudioBook, { params: { id } })
    const fileOf = (url: string | null) => String(url).split('/').at(-1) as string
    this.#names = {
      coverKey: fileOf(coverImageUrl).replace(/\..*/, ''),
      mediaFile: fileOf(audioUrl),
      relayFile: await addRelayedSound(this.#server),
    }
  }
}
