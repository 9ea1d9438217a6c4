// Answers whether catalogue, texts, covers and recordings belong together: node sample/make/check.ts

import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import sharp from 'sharp'
import { readCatalogue, sampleFolder } from './catalogue.ts'

const catalogue = readCatalogue()
const episodes = catalogue.podcasts.flatMap((podcast) => podcast.episodes)
const covered = [...catalogue.audioBooks, ...catalogue.podcasts, ...episodes]
const covers = covered.flatMap(({ cover }) => cover ?? [])
const recordings = [...catalogue.audioBooks, ...episodes].flatMap(({ audio }) => audio ?? [])
const texts = recordings.map((audio) => `texts/${basename(audio, extname(audio))}.txt`)

const faults = [
  ...compareWithFolder('covers', covers),
  ...compareWithFolder('audio', recordings),
  ...compareWithFolder('texts', texts),
  ...checkCreators(),
]
if (faults.length === 0) {
  for (const cover of covers) faults.push(...(await checkCover(cover)))
  const seconds = recordings.map(secondsDecoded)
  console.log(`${covers.length} covers, ${bytesOf(covers)} bytes`)
  console.log(`${recordings.length} recordings, ${bytesOf(recordings)} bytes`)
  console.log(`${(seconds.reduce((sum, each) => sum + each) / 60).toFixed(1)} minutes`)
  console.log(`longest ${(Math.max(...seconds) / 60).toFixed(1)} minutes`)
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

function compareWithFolder(folder: string, named: string[]): string[] {
  const present = readdirSync(join(sampleFolder, folder)).map((file) => `${folder}/${file}`)
  return [
    ...named.filter((file) => !present.includes(file)).map((file) => `${file} is missing`),
    ...present.filter((file) => !named.includes(file)).map((file) => `${file} belongs to no record`),
    ...named.filter((file, index) => named.indexOf(file) !== index).map((file) => `${file} is named twice`),
  ]
}

function checkCreators(): string[] {
  const known = catalogue.creators.map(({ key }) => key)
  const credited = [
    ...covered.flatMap(({ credits = [] }) => credits.map(({ creator }) => creator)),
    ...catalogue.audioBooks.flatMap(({ readers }) => readers),
    ...catalogue.podcasts.flatMap(({ voicers }) => voicers),
    ...episodes.flatMap(({ voicers }) => voicers),
  ]
  return [
    ...credited.filter((key) => !known.includes(key)).map((key) => `"${key}" is no creator`),
    ...known.filter((key) => !credited.includes(key)).map((key) => `"${key}" is credited nowhere`),
  ]
}

async function checkCover(cover: string): Promise<string[]> {
  const { width, height } = await sharp(join(sampleFolder, cover)).metadata()
  return width === 900 && (height === 900 || height === 1200) ? [] : [`${cover} is ${width} × ${height}`]
}

// Decodes the whole file rather than trust the length in its head.
function secondsDecoded(audio: string): number {
  const file = join(sampleFolder, audio)
  const samples = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-'], {
    maxBuffer: 2 ** 28,
  })
  const seconds = samples.length / 2 / 22050
  const stated = Number(
    execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]),
  )
  if (Math.abs(seconds - stated) > 0.2) faults.push(`${audio} says ${stated} s and has ${seconds} s`)
  return seconds
}

function bytesOf(files: string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(sampleFolder, file)).size, 0)
}
