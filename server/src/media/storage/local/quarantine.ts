import { randomUUID } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import { type FileOperations, unlessMissing } from '../files/incoming.ts'

const prefixForm = /^[0-9a-f]{2}$/
const restForm = /^[0-9a-f]{62}$/
const temporaryForm = /\.(part|removed)$/

export class Quarantine {
  readonly #root: string
  readonly #folder: string
  readonly #files: FileOperations
  readonly #warn: (sentence: string) => void

  constructor(root: string, files: FileOperations, warn: (sentence: string) => void = () => undefined) {
    this.#root = root
    this.#folder = join(root, 'quarantine')
    this.#files = files
    this.#warn = warn
  }

  async placeFor(name: string): Promise<string> {
    await this.#files.mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return join(this.#folder, name)
  }

  async setStraysAside(): Promise<void> {
    for (const entry of await this.#files.readdir(this.#root, { withFileTypes: true })) {
      const path = join(this.#root, entry.name)
      if (!prefixForm.test(entry.name)) continue
      if (entry.isFile()) await this.#setAside(path)
      else await this.#setFoldersAside(path, restForm)
    }
    await this.#setFoldersAside(join(this.#root, 'incoming'), temporaryForm)
  }

  async #setFoldersAside(parent: string, form: RegExp): Promise<void> {
    try {
      for (const entry of await this.#files.readdir(parent, { withFileTypes: true }))
        if (entry.isDirectory() && form.test(entry.name)) await this.#setAside(join(parent, entry.name))
    } catch (error) {
      this.#warn(`${parent} cannot be read: ${(error as Error).message}.`)
    }
  }

  async makeWay(place: string): Promise<void> {
    const parent = await this.#files.stat(dirname(place)).catch(unlessMissing)
    if (parent && !parent.isDirectory()) await this.#setAside(dirname(place))
    const found = await this.#files.stat(place).catch(unlessMissing)
    if (found && !found.isFile()) await this.#setAside(place)
  }

  async #setAside(path: string): Promise<void> {
    const name = relative(this.#root, path).replaceAll(sep, '-')
    try {
      const target = await this.placeFor(`${name}.${randomUUID()}`)
      await this.#files.rename(path, target)
      this.#warn(`${path} is not of the server’s making: it lies in quarantine now (${target}).`)
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return
      this.#warn(`${path} is not of the server’s making, and cannot be moved away: ${message}.`)
    }
  }
}
