import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it.each<[what: string, html: string | null, text: string | null]>([
  ['nothing', null, null],
  ['tags alone', '<p> <br/></p>', null],
  ['plain text with its lines', 'One\r\n two\n\n\n\nthree < four', 'One\ntwo\n\nthree < four'],
  ['paragraphs', '<p>One <b>two</b></p>\n<p>three</p>', 'One two\n\nthree'],
  ['breaks and entities', 'Tom &amp; Jerry<br>caf&eacute; &#8217;tis', 'Tom & Jerry\ncafé ’tis'],
  ['a list', '<ul><li>one</li><li>two</li></ul>after', '• one\n• two\n\nafter'],
  ['a script', 'before<script>alert(1)</script> after', 'before after'],
  ['emphasis in lines', '<i>One</i>\ntwo', 'One\ntwo'],
])('%s', (_what, html, text) => {
  expect(plainText(html)).toBe(text)
})

it('a text that is nested deeply is read to its end', () => {
  expect(plainText(`${'<i>'.repeat(20_000)}deep`)).toBe('deep')
})
