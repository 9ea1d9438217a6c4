import { expect, it } from 'vitest'
import { isForServer, readList } from './pasted-list.ts'

it.each([
  ['a time and a title', '1:02:03 The Lock', '3723 The Lock'],
  ['minutes', '02:03 The Lock', '123 The Lock'],
  ['tenths', '0:02:03.5 The Lock', '123.5 The Lock'],
  ['a number before', '7. 1:02:03 The Lock', '3723 The Lock'],
  ['a bare number before', '7 1:02:03 The Lock', '3723 The Lock'],
  ['a number and a dash', '07 - 1:02:03 - The Lock', '3723 The Lock'],
  ['brackets', '[1:02:03] The Lock', '3723 The Lock'],
  ['a tab', '1:02:03\tThe Lock', '3723 The Lock'],
  ['a title that begins with a number', '1:02:03 39 Steps', '3723 39 Steps'],
  ['a time last', 'The Lock 1:02:03', '3723 The Lock'],
  ['a number and a time last', '7) The Lock – 1:02:03', '3723 The Lock'],
  ['a time alone', '1:02:03', '3723'],
  ['several, with empty lines', '0:00 One\r\n\r\n0:20 Two\n', '0 One, 20 Two'],
  ['in another order', '0:20 Two\n0:00 One', '0 One, 20 Two'],
  ['a time between words', 'At 9:00 sharp', 'Line 1 has no time: “At 9:00 sharp”'],
  ['a line without a time', '0:00 One\nTwo', 'Line 2 has no time: “Two”'],
  ['a minute of 60 seconds', '0:60 One', 'Line 1 has no time: “0:60 One”'],
  ['nothing', ' \n ', 'There is nothing to put in'],
])('%s', (_name, text, expected) => {
  const read = readList(text)
  const said =
    'refused' in read
      ? read.refused
      : read.rows.map(({ startMs, title }) => `${startMs / 1000} ${title}`.trim()).join(', ')
  expect(said).toBe(expected)
})

it.each([
  ['{"chapters":[]}', true],
  ['FILE "a.mp3" MP3\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00', true],
  ['0:00 INDEX', false],
])('%j is for the server: %s', (text, expected) => {
  expect(isForServer(text)).toBe(expected)
})
