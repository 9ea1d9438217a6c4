import { describe, expect, test } from 'vitest'
import { descriptionParagraphs, firstLine } from './description-text.ts'

const text = (words: string) => ({ kind: 'text', text: words })
const link = (address: string) => ({ kind: 'link', text: address })

describe('the paragraphs of a description', () => {
  test.for([
    { of: '', are: [] },
    { of: ' \n \n ', are: [] },
    { of: 'One.', are: [[[text('One.')]]] },
    { of: 'One.\nTwo.', are: [[[text('One.')], [text('Two.')]]] },
    { of: 'One.\r\n \r\n\r\nTwo.', are: [[[text('One.')]], [[text('Two.')]]] },
    { of: '<b>Not</b> &amp; HTML', are: [[[text('<b>Not</b> &amp; HTML')]]] },
  ])('$of', ({ of, are }) => {
    expect(descriptionParagraphs(of)).toEqual(are)
  })
})

describe('links in a description', () => {
  test.for([
    {
      of: 'See https://example.org/a?b=c#d.',
      are: [text('See '), link('https://example.org/a?b=c#d'), text('.')],
    },
    { of: '(https://example.org)', are: [text('('), link('https://example.org'), text(')')] },
    { of: 'https://example.org/a_(b)', are: [link('https://example.org/a_(b)')] },
    {
      of: 'https://a.org, https://b.org!',
      are: [link('https://a.org'), text(', '), link('https://b.org'), text('!')],
    },
    { of: 'http://example.org', are: [text('http://example.org')] },
    { of: 'javascript:alert(1)', are: [text('javascript:alert(1)')] },
    { of: 'data:text/html,https://', are: [text('data:text/html,https://')] },
    { of: 'https://localhost', are: [text('https://localhost')] },
    { of: 'https://a.org"onclick="x', are: [link('https://a.org'), text('"onclick="x')] },
  ])('$of', ({ of, are }) => {
    expect(descriptionParagraphs(of)).toEqual([[are]])
  })
})

test('an address that goes on behind many dots is read in one go', () => {
  const long = `https://a.b/${'.'.repeat(300_000)}x`
  expect(descriptionParagraphs(`${long}.`)).toEqual([[[link(long), text('.')]]])
})

test.for([
  [null, ''],
  ['', ''],
  ['  One. \nTwo.', 'One.'],
] as const)('the first line of %j is %j', ([description, line]) => {
  expect(firstLine(description)).toBe(line)
})
