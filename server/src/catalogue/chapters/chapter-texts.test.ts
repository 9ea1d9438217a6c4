import { describe, expect, it } from 'vitest'
import { readChaptersText, readCueFiles } from './chapter-texts.ts'

const cue = `REM GENRE Novel
PERFORMER "An author"
TITLE "The book"
FILE "../../etc/passwd" MP3
  TRACK 01 AUDIO
    TITLE "One"
    PERFORMER "A reader"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE Two words
    INDEX 00 01:01:70
    INDEX 01 01:02:15
  TRACK 03 AUDIO
    INDEX 01 125:00:74
`

describe('a cue sheet', () => {
  const expected = {
    source: 'Cue',
    chapters: [
      { startMs: 0, title: 'One' },
      { startMs: 62_200, title: 'Two words' },
      { startMs: 7_500_986.666_666_667, title: '' },
    ],
  }

  it.each([
    ['has lines', cue],
    ['of another system', cue.replaceAll('\n', '\r\n')],
    ['in small letters', cue.replaceAll(/TRACK|INDEX|TITLE/g, (word) => word.toLowerCase())],
    ['behind a mark of its encoding', `\uFEFF${cue}`],
  ])('%s', (_what, text) => {
    expect(readChaptersText(text)).toEqual(expected)
  })
})

it('a cue sheet tells of each file what is said of it', () => {
  const sheet = `FILE "one.mp3" MP3
  TRACK 01 AUDIO
    INDEX 01 00:00:00
    TITLE "One"
  TRACK 02 AUDIO
    TITLE "Two"
    INDEX 00 05:00:00
FILE two words.mp3 MP3
    INDEX 01 00:01:00
FILE empty.mp3 MP3
`
  expect(readCueFiles(sheet)).toEqual([
    { name: 'one.mp3', chapters: [{ startMs: 0, title: 'One' }] },
    { name: 'two words.mp3', chapters: [{ startMs: 1_000, title: 'Two' }] },
  ])
})

describe('JSON chapters', () => {
  it.each(['', '\uFEFF'])('are those of the table of contents: %j', (mark) => {
    const chapters = [
      { startTime: 0, title: 'One', img: 'https://a.example/' },
      { startTime: 12.5 },
      { startTime: 13, title: 'Hidden', toc: false },
    ]
    expect(readChaptersText(`${mark}${JSON.stringify({ version: '1.2.0', chapters })}`)).toEqual({
      source: 'Json',
      chapters: [
        { startMs: 0, title: 'One' },
        { startMs: 12_500, title: '' },
      ],
    })
  })
})

describe('what is neither', () => {
  it.each([
    ['nothing', ''],
    ['a text', 'One\nTwo'],
    ['a cue sheet without tracks', 'TITLE "The book"\nINDEX 01 00:00:00'],
    ['a cue sheet without times', 'TRACK 01 AUDIO\nTITLE "One"\nINDEX 00 00:00:00'],
    ['a cue sheet of several files', `${cue}${cue}`],
    ['JSON that is cut', '{"chapters":[{"startTime":0'],
    ['JSON behind two marks of its encoding', '\uFEFF\uFEFF{"chapters":[]}'],
    ['JSON without chapters', '{"title":"One"}'],
    ['chapters that are no list', '{"chapters":{"startTime":0}}'],
    ['chapters that are no objects', '{"chapters":[null]}'],
    ['chapters without times', '{"chapters":[{"title":"One"}]}'],
    ['times in words', '{"chapters":[{"startTime":"0"}]}'],
    ['titles that are none', '{"chapters":[{"startTime":0,"title":7}]}'],
    ['a million brackets', `{"chapters":${'['.repeat(1_000_000)}`],
    ['a million brackets alone', '['.repeat(1_000_000)],
  ])('%s', (_what, text) => {
    expect(readChaptersText(text)).toBeNull()
  })
})
