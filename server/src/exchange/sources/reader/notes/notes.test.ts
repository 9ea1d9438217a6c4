import {
  maxNoteBlocks,
  maxNotesBytes,
  type NoteBlock,
  noteKinds,
  noteMarks,
} from '@earmark/contract/notes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileNotes } from '../fixtures/hostile-notes.ts'
import { notesHtml, notesText } from './notes-text.ts'
import { readNotes } from './read-notes.ts'

const base = 'https://a.example/shows/1'
const read = (text: string, isPlain = false) => readNotes(text, { base, isPlain })
const p = (...runs: NoteBlock['runs']): NoteBlock => ({ kind: 'p', runs })

test.each<[string, string, NoteBlock[]]>([
  ['nothing', ' \n', []],
  ['a text', 'One\ntwo\n\nthree', [p({ text: 'One\ntwo' }), p({ text: 'three' })]],
  ['a text with entities', 'Tom &amp; Jerry', [p({ text: 'Tom & Jerry' })]],
  [
    'paragraphs',
    '<p>One\n two<p> three <br/>four</p>five',
    [p({ text: 'One two' }), p({ text: 'three\nfour' }), p({ text: 'five' })],
  ],
  [
    'lines with links alone',
    'One <a href="/b">b</a>\nTwo\n\nThree',
    [
      p({ text: 'One ' }, { text: 'b', href: 'https://a.example/b' }, { text: '\nTwo' }),
      p({ text: 'Three' }),
    ],
  ],
  ['two breaks', 'One<br><br>Two', [p({ text: 'One' }), p({ text: 'Two' })]],
  [
    'marks',
    '<b>a</b> <i>b</i> <code>c  d</code>',
    [
      p(
        { text: 'a', mark: 'strong' },
        { text: ' ' },
        { text: 'b', mark: 'em' },
        { text: ' ' },
        { text: 'c d', mark: 'code' },
      ),
    ],
  ],
  [
    'marks in each other',
    '<p><i>a<b>b<code>c</code></b></i></p>',
    [p({ text: 'a', mark: 'em' }, { text: 'b', mark: 'strong' }, { text: 'c', mark: 'code' })],
  ],
  [
    'headings, lists, quotations',
    '<h2>H</h2><ul><li>a</li><li><p>b</p></ul><blockquote><p>q</p></blockquote>x',
    [
      { kind: 'h', runs: [{ text: 'H' }] },
      { kind: 'li', runs: [{ text: 'a' }] },
      { kind: 'li', runs: [{ text: 'b' }] },
      { kind: 'quote', runs: [{ text: 'q' }] },
      p({ text: 'x' }),
    ],
  ],
  ['tables', '<table><tr><td>a<td>b<tr><td>c</table>', [p({ text: 'a b' }), p({ text: 'c' })]],
  ['preformatted text', '<p>x</p><pre>a\nb</pre>', [p({ text: 'x' }), p({ text: 'a\nb' })]],
  ['times', '12:34 Weather', [p({ text: '12:34 Weather' })]],
  [
    'a written address',
    'See https://b.example/x?a=1&amp;b=2, (http://c.example/a_(b)).',
    [
      p(
        { text: 'See ' },
        { text: 'https://b.example/x?a=1&b=2', href: 'https://b.example/x?a=1&b=2' },
        { text: ', (' },
        { text: 'http://c.example/a_(b)', href: 'http://c.example/a_(b)' },
        { text: ').' },
      ),
    ],
  ],
  [
    'a mail address',
    '<a href="mailto:a@b.example?subject=x">mail</a>',
    [p({ text: 'mail', href: 'mailto:a@b.example?subject=x' })],
  ],
  [
    'a link with a password',
    '<a href="https://u:p@b.example/">x</a>',
    [p({ text: 'x', href: 'https://b.example/' })],
  ],
])('reads %s', (_name, text, notes) => {
  expect(read(text)).toEqual(notes)
})

test('takes plain text as it is', () => {
  expect(read('1 < 2 <b>&amp;</b>\n\nx', true)).toEqual([p({ text: '1 < 2 <b>&amp;</b>' }), p({ text: 'x' })])
})

const tag = /<\/?([a-z]\w*)((?:\s+[\w-]+="[^"]*")*)>/g
const known = new Set(['p', 'h3', 'ul', 'li', 'blockquote', 'strong', 'em', 'code', 'a', 'br'])

/** Nothing but known tags, links alone with an attribute, and those to where links may lead. */
function expectClean(html: string): void {
  for (const [, name = '', attributes = ''] of html.matchAll(tag)) {
    expect(known).toContain(name)
    if (attributes !== '') expect(`${name}${attributes}`).toMatch(/^a href="(https?:\/\/|mailto:)[^"]*"$/)
  }
  expect(html.replace(tag, '')).not.toMatch(/[<>"]/)
}

test.each(hostileNotes)('leaves nothing of %s', (_name, text) => {
  const notes = readNotes(text(), { base })
  for (const { kind, runs } of notes) {
    expect(noteKinds).toContain(kind)
    for (const { mark, href } of runs) {
      if (mark) expect(noteMarks).toContain(mark)
      if (href !== undefined)
        expect(new URL(href)).toMatchObject({
          protocol: expect.stringMatching(/^(https?|mailto):$/) as unknown,
          username: '',
          password: '',
        })
    }
  }
  const html = notesHtml(notes)
  expectClean(html)
  expect(html).not.toMatch(/alert|evil/)
})

test('is bounded', () => {
  const many = read('<p>a</p>'.repeat(maxNoteBlocks + 10))
  expect(many).toHaveLength(maxNoteBlocks)
  const long = read('ä'.repeat(maxNotesBytes))
  expect(Buffer.byteLength(notesText(long))).toBe(maxNotesBytes)
  expect(read('<div>'.repeat(150) + 'deep')).toEqual([])
})

test('reads its own HTML back', () => {
  const run = fc.record(
    { text: fc.stringMatching(/^[^\s:]{1,5}$/), mark: fc.constantFrom(...noteMarks), href: fc.webUrl() },
    { requiredKeys: ['text'] },
  )
  const block = fc.record({
    kind: fc.constantFrom(...noteKinds),
    runs: fc.array(run, { minLength: 1, maxLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(block), (notes) => {
      // The first tree may write addresses in other forms.
      const first = read(notesHtml(notes))
      expect(read(notesHtml(first))).toEqual(first)
      expect(first).toHaveLength(notes.length)
    }),
  )
})

test('makes clean notes of any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="',
      'javascript:alert(1)',
      '">',
      '</a>',
      '<b',
      '>',
      '<!--',
      '-->',
      '<![CDATA[',
      '&lt;',
      '<script>',
      '<svg>',
      "'",
      '<li>',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, isPlain) => {
      expectClean(notesHtml(readNotes(pieces.join(''), { base, isPlain })))
    }),
  )
})
