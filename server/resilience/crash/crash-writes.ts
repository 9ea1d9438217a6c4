import type { Catalogue, Content, Shown } from './crash-catalogue.ts'
import { below, makeColor, makeSound, pictureOf, type Random, type Rgb, type Sound } from './crash-media.ts'
import type { Answer, Call } from './crash-program.ts'

/** The random writes of one round: each record is written by one of them at most. */

export interface Write {
  readonly kind: 'create' | 'replace' | 'refuse' | 'remove'
  /** Of the record, or of the list that it is to be added to. */
  readonly path: string
  readonly before: Shown | null
  readonly content: Content | null
  readonly call: Call
  /** What is written once this is acknowledged, to the record that it has made. */
  readonly next?: (path: string) => Promise<Write>
  answer: Answer | null
}

interface Made {
  readonly content: Content
  readonly form: FormData
}

/** Bytes that many records have: what one of them gives up, another one still needs. */
interface Common {
  readonly sounds: readonly Sound[]
  readonly colors: readonly Rgb[]
}

const maxRecords = 16

export class Writer {
  readonly #random: Random
  readonly #common: Common
  #count: number

  /** @param first sets the names of this round apart from those of others */
  constructor(random: Random, common: Common, first: number) {
    this.#random = random
    this.#common = common
    this.#count = first
  }

  static async common(random: Random): Promise<Common> {
    const sounds = [await makeSound(random), await makeSound(random)]
    return { sounds, colors: [makeColor(random), makeColor(random)] }
  }

  async choose(catalogue: Catalogue): Promise<Write[]> {
    const isFull = catalogue.size >= maxRecords
    const writes: Write[] = [await this.#create('/audio-books')]
    if (!isFull && this.#happens(0.8)) writes.push(await this.#create('/audio-books'))
    if (!isFull && this.#happens(0.5)) writes.push(await this.#create('/podcasts'))
    const tops = [...catalogue].filter(([path]) => path.split('/').length === 3)
    for (const [path, shown] of this.#shuffled(tops).slice(0, 6)) {
      if (this.#happens(isFull ? 0.6 : 0.35)) writes.push(this.#remove(path, shown))
      else writes.push(...(await this.#changes(catalogue, path, shown)))
    }
    // The first is always sent whole, for something to be answered.
    return writes.map((write, index) => (index > 0 && this.#happens(0.15) ? this.#cutShort(write) : write))
  }

  async #changes(catalogue: Catalogue, path: string, shown: Shown): Promise<Write[]> {
    const writes = [await (this.#happens(0.25) ? this.#refuse(path, shown) : this.#replace(path, shown))]
    if (!path.startsWith('/podcasts/')) return writes
    if (this.#happens(0.5)) writes.push(await this.#create(`${path}/episodes`))
    const [episode] = this.#shuffled([...catalogue].filter(([one]) => one.startsWith(`${path}/episodes/`)))
    if (!episode) return writes
    const [episodePath, before] = episode
    writes.push(
      this.#happens(0.4) ? this.#remove(episodePath, before) : await this.#replace(episodePath, before),
    )
    return writes
  }

  async #create(list: string): Promise<Write> {
    const write = await creation(list, await this.#content(list))
    if (list !== '/podcasts') return write
    // Made now: what is random does not depend on when the podcast is acknowledged.
    const episode = await this.#content('/podcasts/new/episodes')
    return { ...write, next: (path) => creation(`${path}/episodes`, episode) }
  }

  async #replace(path: string, before: Shown): Promise<Write> {
    const { content, form } = await this.#content(path, before)
    form.set('UpdatedAt', before.updatedAt)
    return { kind: 'replace', path, before, content, call: await formCall('PUT', path, form), answer: null }
  }

  /** Over what the record was long ago: the files that it brings are cleared away again. */
  async #refuse(path: string, before: Shown): Promise<Write> {
    const { form } = await this.#content(path, before)
    form.set('UpdatedAt', '2000-01-01T00:00:00.000Z')
    const call = await formCall('PUT', path, form)
    return { kind: 'refuse', path, before, content: null, call, answer: null }
  }

  #remove(path: string, before: Shown): Write {
    const call = { method: 'DELETE', path: `/api${path}` }
    return { kind: 'remove', path, before, content: null, call, answer: null }
  }

  #cutShort(write: Write): Write {
    const { body } = write.call
    return body ? { ...write, call: { ...write.call, sentBytes: below(this.#random, body.length) } } : write
  }

  async #content(path: string, before?: Shown): Promise<Made> {
    this.#count += 1
    const form = new FormData()
    const name = `Record ${this.#count}`
    const description = this.#happens(0.5) ? `Written as ${below(this.#random, 1e9)}.\nTwice.` : null
    const number = path.includes('/episodes') ? this.#count : undefined
    const texts = { Id: before?.id, Name: name, Description: description, Number: number }
    for (const [field, value] of Object.entries(texts)) if (value != null) form.set(field, String(value))
    const cover = await this.#cover(form, before)
    const audio = /^\/podcasts(\/\d+)?$/.test(path) ? null : await this.#audio(form, before)
    return { content: { name, description, number, cover, audio }, form }
  }

  async #cover(form: FormData, before?: Shown): Promise<Content['cover']> {
    if (before && this.#happens(0.4)) {
      form.set('CoverImageUrl', before.coverImageUrl ?? '')
      form.set('CoverImagePreviewUrl', before.coverImagePreviewUrl ?? '')
      return 'same'
    }
    if (this.#happens(0.3)) return null
    const color = this.#happens(0.3) ? this.#pick(this.#common.colors) : makeColor(this.#random)
    form.set('CoverImage', await pictureOf(color), 'cover.png')
    return color
  }

  async #audio(form: FormData, before?: Shown): Promise<Content['audio']> {
    if (before && this.#happens(0.4)) {
      form.set('AudioUrl', before.audioUrl ?? '')
      return 'same'
    }
    if (this.#happens(0.15)) return null
    const sound = this.#happens(0.3) ? this.#pick(this.#common.sounds) : await makeSound(this.#random)
    form.set('Audio', sound.file, 'sound.mp3')
    return sound.sha256
  }

  #happens(probability: number): boolean {
    return this.#random() < probability
  }

  #pick<T>(values: readonly T[]): T {
    return values[below(this.#random, values.length)] as T
  }

  #shuffled<T>(values: readonly T[]): T[] {
    const ranked = values.map((value) => ({ value, rank: this.#random() }))
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value)
  }
}

async function creation(path: string, { content, form }: Made): Promise<Write> {
  const call = await formCall('POST', path, form)
  return { kind: 'create', path, before: null, content, call, answer: null }
}

async function formCall(method: string, path: string, form: FormData): Promise<Call> {
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return { method, path: `/api${path}`, headers, body: new Uint8Array(await encoded.arrayBuffer()) }
}
