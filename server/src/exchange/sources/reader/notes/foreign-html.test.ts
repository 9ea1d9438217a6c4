import type { NoteRun, Notes } from '@earmark/contract/notes.ts'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { readNotes } from './read-notes.ts'

/** Notes beside what parse5, a parser by the HTML standard, makes of the same text. */

const base = 'https://a.example/shows/1'

interface Character {
  readonly character: string
  readonly href: string | null
  readonly isStrong: boolean
}

type Node = DefaultTreeAdapterMap['childNode']

const silent = new Set(
  'script style textarea title iframe noscript head object svg math template select audio video canvas'.split(
    ' ',
  ),
)

/** What is shown, but for blanks. */
function* charactersOf(nodes: readonly Node[], around: Omit<Character, 'character'>): Generator<Character> {
  for (const node of nodes) {
    if ('value' in node) {
      for (const character of node.value.replace(/\s/g, '')) yield { character, ...around }
    } else if ('tagName' in node && !silent.has(node.tagName)) {
      const stated = node.tagName === 'a' ? node.attrs.find(({ name }) => name === 'href')?.value : undefined
      yield* charactersOf(node.childNodes, {
        href:
          node.tagName === 'a'
            ? stated === undefined
              ? null
              : (URL.parse(stated, base)?.href ?? null)
            : around.href,
        isStrong: around.isStrong || node.tagName === 'b' || node.tagName === 'strong',
      })
    }
  }
}

function* charactersOfNotes(notes: Notes): Generator<Character> {
  for (const { runs } of notes)
    for (const { text, href = null, mark } of runs as readonly NoteRun[])
      for (const character of text.replace(/\s/g, '')) yield { character, href, isStrong: mark === 'strong' }
}

const text = fc.constantFrom(
  'one',
  ' two ',
  'ä',
  '\n',
  '&amp;',
  '&lt;b&gt;',
  '&nbsp;',
  '&#8211;',
  '&hellip;',
  '&unknown;',
  ' & ',
  ' < 3',
  '🎧',
)
const noText = fc.constantFrom(
  '<!-- no <b> -->',
  '<!--->',
  '<script>if (a < b) "</p>"</script>',
  '<style>p{}</style>',
  '<img alt="no" src=x>',
  '<?php no ?>',
  '<!doctype html>',
  '<svg><text>no</text></svg>',
  '<br>',
  '<br/>',
  '<hr />',
)
const tags: readonly (readonly [begin: string, end: string])[] = [
  ['<p>', '</p>'],
  ['<P CLASS="x">', '</p >'],
  ['<div>', '</div>'],
  ['<h2>', '</h2>'],
  ['<ul>', '</ul>'],
  ['<li>', '</li>'],
  ['<blockquote>', '</blockquote>'],
  ['<b>', '</b>'],
  ['<strong >', '</STRONG>'],
  ['<span style="a>b">', '</span>'],
  ['<em>', '</em>'],
  ['<unknown>', '</unknown>'],
]
const links: typeof tags = [
  '<a href="https://b.example/?x=1&amp;y=2">',
  "<a\nhref='/c'>",
  '<A HREF=/d>',
  '<a>',
  '<a title="href=/no" href="/e">',
  '<a data-href="/no"href="/f" rel=nofollow>',
  '<a href = "/g" href="/no">',
].map((begin) => [begin, '</a>'])

test('has the characters of any text with tags', () => {
  const piece = fc.oneof(text, noText, fc.constantFrom(...[...tags, ...links].flat()))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
      expect(readAs(pieces.join('')).map(({ character }) => character)).toEqual(
        judge(pieces.join('')).map(({ character }) => character),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('has the links and the weights of a text whose tags are closed', () => {
  const around = (tag: readonly [string, string], inside: readonly string[]) =>
    `${tag[0]}${inside.join('')}${tag[1]}`
  const inline = fc.tuple(
    fc.constantFrom(...tags.slice(7), ...links),
    fc.array(fc.oneof(text, noText), { maxLength: 4 }),
  )
  const block = fc.tuple(
    fc.constantFrom(...tags.slice(0, 7)),
    fc.array(
      fc.oneof(
        text,
        inline.map(([tag, inside]) => around(tag, inside)),
      ),
      { maxLength: 5 },
    ),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const html = blocks.map(([tag, inside]) => around(tag, inside)).join('')
      expect(readAs(html)).toEqual(judge(html))
    }),
    { numRuns: 2_000 },
  )
})

const judge = (html: string) => [
  ...charactersOf(parseFragment(html).childNodes, { href: null, isStrong: false }),
]
const readAs = (html: string) => [...charactersOfNotes(readNotes(html, { base }))]
