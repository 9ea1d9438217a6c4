// Speaks every text of the catalogue and encodes it: node sample/make/speak.ts [--all]
// Makes only the recordings that are missing; --all makes them again. The same versions of the two tools
// give the same bytes. Debian packages: espeak-ng (1.51), ffmpeg (5.1).

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { readCatalogue, sampleFolder } from './catalogue.ts'
import { asSpoken, type Voice, voices } from './voices.ts'

type Recording = {
  audio: string
  opening: string
  title: string
  album: string
  track: number | null
  creators: string[]
}

type Passage = { voice: Voice; text: string }

const silenceAtEndsSeconds = 0.5
const pauseBetweenParagraphsSeconds = 0.65

const catalogue = readCatalogue()
const again = process.argv.includes('--all')

mkdirSync(join(sampleFolder, 'audio'), { recursive: true })
for (const recording of listRecordings()) {
  if (again || !existsSync(join(sampleFolder, recording.audio))) makeRecording(recording)
}

function listRecordings(): Recording[] {
  const books = catalogue.audioBooks.map(({ name, audio, readers }) => ({
    audio,
    opening: name,
    title: name,
    album: name,
    track: null,
    creators: readers,
  }))
  const episodes = catalogue.podcasts.flatMap((podcast) =>
    podcast.episodes.map(({ number, name, audio, voicers }) => ({
      audio,
      opening: podcast.isBrief ? name : `${podcast.name}. Episode ${number}: ${name}`,
      title: name,
      album: podcast.name,
      track: number,
      creators: voicers,
    })),
  )
  return [...books, ...episodes].flatMap((entry) =>
    entry.audio === null ? [] : [{ ...entry, audio: entry.audio }],
  )
}

function makeRecording(recording: Recording): void {
  const folder = mkdtempSync(join(tmpdir(), 'sample-speech-'))
  try {
    const spoken = listPassages(recording).map((passage, index) =>
      speak(passage, join(folder, `${String(index).padStart(3, '0')}.wav`)),
    )
    encode(spoken, recording)
    console.log(recording.audio)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// Several readers take the paragraphs in turn; the first of them also says the title.
function listPassages({ audio, opening, creators }: Recording): Passage[] {
  const slug = basename(audio, extname(audio))
  const paragraphs = readFileSync(join(sampleFolder, 'texts', `${slug}.txt`), 'utf8')
    .trim()
    .split(/\n\s*\n/)
  return [
    { voice: voiceOf(creators, 0), text: `${opening}.` },
    ...paragraphs.map((text, index) => ({ voice: voiceOf(creators, index), text })),
  ]
}

function voiceOf(creators: string[], turn: number): Voice {
  const key = creators[turn % creators.length] ?? ''
  const voice = voices[key]
  if (!voice) throw new Error(`No voice for the creator "${key}"`)
  return voice
}

function speak({ voice, text }: Passage, file: string): string {
  const manner = ['-v', voice.speaker, '-p', String(voice.pitch), '-s', String(voice.pace), '-z']
  execFileSync('espeak-ng', [...manner, '-w', file, '--stdin'], { input: asSpoken(text) })
  return file
}

function encode(spoken: string[], recording: Recording): void {
  const sources = spoken.flatMap((file) => ['-i', file])
  const filter = ['-filter_complex', filterFor(spoken.length), '-map', '[out]', '-ac', '1']
  const sameBytesEachTime = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  const tags = tagsFor(recording).flatMap((tag) => ['-metadata', tag])
  const target = [
    ...codecFor(recording.audio),
    ...sameBytesEachTime,
    ...tags,
    join(sampleFolder, recording.audio),
  ]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...sources, ...filter, ...target])
}

// The synthesiser is bright and dry: rumble and the edge of its sibilants go, then all are brought to one loudness.
function filterFor(count: number): string {
  const passages = Array.from({ length: count }, (_, index) => index)
  const padded = passages.map((index) => {
    const pauseSeconds = index === count - 1 ? silenceAtEndsSeconds : pauseBetweenParagraphsSeconds
    return `[${index}]apad=pad_dur=${pauseSeconds}[p${index}]`
  })
  const joined = `${passages.map((index) => `[p${index}]`).join('')}concat=n=${count}:v=0:a=1`
  const tone = 'highpass=f=75,treble=g=-4:f=4200,lowpass=f=8800,loudnorm=I=-18:TP=-2:LRA=7,aresample=22050'
  return `${padded.join(';')};${joined},${tone},adelay=${silenceAtEndsSeconds * 1000}[out]`
}

function codecFor(audio: string): string[] {
  return extname(audio) === '.mp3'
    ? ['-c:a', 'libmp3lame', '-b:a', '32k', '-id3v2_version', '3']
    : ['-c:a', 'aac', '-b:a', '27k', '-cutoff', '7500', '-movflags', '+faststart']
}

function tagsFor({ title, album, track, creators }: Recording): string[] {
  const artist = creators.map((key) => catalogue.creators.find((creator) => creator.key === key)?.nickname)
  return [
    `title=${title}`,
    `artist=${artist.join(', ')}`,
    `album=${album}`,
    ...(track === null ? ['genre=Audiobook'] : [`track=${track}`, 'genre=Podcast']),
  ]
}
