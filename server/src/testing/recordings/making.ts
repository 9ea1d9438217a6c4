import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { wave, type Sound } from './sounds.ts'

/** Makes the bytes of a recording. */
export type Recipe = () => Promise<Buffer>

/** A name and how it is made; where ffmpeg's decoder is not the judge, the seconds it sounds and why. */
export type Row = readonly [name: string, recipe: Recipe, judge?: Judge]

export interface Judge {
  readonly seconds: number
  readonly because: string
}

const runFile = promisify(execFile)
let workplace: Promise<string> | undefined
let names = 0

/** A path of its own in a folder that `removeWorkplace` removes. */
export async function newPath(): Promise<string> {
  names += 1
  const name = String(names)
  workplace ??= mkdtemp(join(tmpdir(), 'earmark-recordings-'))
  return join(await workplace, name)
}

/** Test files share this module: those that follow begin with a folder and sources of their own. */
export async function removeWorkplace(): Promise<void> {
  const removed = workplace
  workplace = undefined
  sourcePaths.clear()
  if (removed) await rm(await removed, { recursive: true })
}

/** Tools at work at the same time. */
const maxTools = 2
let tools = 0
const waiting: (() => void)[] = []

/** What a line of the shell writes to its output. The variables of `env` are added to those of the process. */
export async function shell(line: string, env: Record<string, string>): Promise<Buffer> {
  if (tools === maxTools) await new Promise<void>((resolve) => waiting.push(resolve))
  else tools += 1
  try {
    const options = { env: { ...process.env, ...env }, encoding: 'buffer', maxBuffer: 2 ** 24 } as const
    return (await runFile('/bin/sh', ['-ec', line], options)).stdout
  } finally {
    const next = waiting.shift()
    if (next) next()
    else tools -= 1
  }
}

/** Where a line of the shell has made `$out` of `$in`: a WAV of the sound, or a recording made before. */
export async function makeFile(source: Sound | Recipe, line: string): Promise<string> {
  const out = await newPath()
  await shell(line, { in: await sourcePath(source), out })
  return out
}

/** What such a line makes; it is run once. */
export function made(source: Sound | Recipe, line: string): Recipe {
  return once(async () => {
    const path = await makeFile(source, line)
    const bytes = await readFile(path)
    await rm(path)
    return bytes
  })
}

const sourcePaths = new Map<Recipe | string, Promise<string>>()

function sourcePath(source: Sound | Recipe): Promise<string> {
  const key = typeof source === 'function' ? source : JSON.stringify(source)
  const path = sourcePaths.get(key) ?? writeSource(source)
  sourcePaths.set(key, path)
  return path
}

async function writeSource(source: Sound | Recipe): Promise<string> {
  const path = await newPath()
  await writeFile(path, typeof source === 'function' ? await source() : wave(source))
  return path
}

/** What ffmpeg makes of the source with these options, and with others that concern how it is read. */
export function ffmpeg(source: Sound | Recipe, options: string, readingOptions = ''): Recipe {
  return made(source, `ffmpeg -v error -nostdin -y ${readingOptions} -i $in ${options} $out`)
}

/** The same file, changed. */
export function edited(recipe: Recipe, edit: (file: Buffer) => Buffer): Recipe {
  return async () => edit(await recipe())
}

/** Files and pieces one after another. */
export function joined(...parts: (Recipe | Buffer)[]): Recipe {
  return async () =>
    Buffer.concat(await Promise.all(parts.map(async (part) => (Buffer.isBuffer(part) ? part : await part()))))
}

export function repeated(recipe: Recipe, times: number): Recipe {
  return edited(recipe, (file) => Buffer.alloc(file.length * times, file))
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

/** Beginnings of shell lines that write three chapters of a second, and a picture, for ffmpeg. */
export const chapters = `printf ';FFMETADATA1\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=0\\nEND=1\\ntitle=One\\n[CHAPTER]\\nTIMEBASE=1/1\\nSTART=1\\nEND=3\\ntitle=Two\\n' > $out.txt`
export const picture = 'ffmpeg -v error -nostdin -y -f lavfi -i color=red:s=600x600 -frames:v 1 $out.png'
