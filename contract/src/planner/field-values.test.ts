import { describe, expect, test } from 'vitest'
import { catalogueValue, isSameValue } from './field-values.ts'
import type { FieldName, FieldValue } from './plan-input.ts'

describe('what the catalogue keeps of what a file says', () => {
  test.each<[FieldName, FieldValue, FieldValue]>([
    ['title', '  The\u0000 Lamp\tKeeper ', 'The Lamp Keeper'],
    ['title', 'x'.repeat(600), 'x'.repeat(500)],
    ['title', `${'x'.repeat(499)}😀`, 'x'.repeat(499)],
    ['title', '\u200b', null],
    ['title', 'half \ud800', 'half \ufffd'],
    ['subtitle', '', null],
    ['authors', ['Ada  Vell', 'ada vell', ' ', 'Tom Oru'], ['Ada Vell', 'Tom Oru']],
    ['narrators', null, []],
    ['publishedYear', 1999, 1999],
    ['publishedYear', 19_990, null],
    ['publishedYear', 1999.5, null],
    ['language', 'English', 'en'],
    ['language', 'deutsch', 'de'],
    ['language', 'deu', 'de'],
    ['language', 'pt_br', 'pt-BR'],
    ['language', 'Unknown', null],
    ['language', 'und', null],
    ['language', 'not a language', null],
    ['description', ' One.\r\n\r\nTwo.\u0007 ', 'One.\n\nTwo.'],
    ['sequence', '9'.repeat(60), '9'.repeat(50)],
  ])('%s %j becomes %j', (field, value, kept) => {
    expect(catalogueValue(field, value)).toEqual(kept)
  })

  test.each<[FieldName, FieldValue, FieldValue, boolean]>([
    ['title', 'A', 'a', false],
    ['title', 'A ', 'A', true],
    ['authors', ['ada véll'], ['Ada Vell'], true],
    ['authors', ['Ada', 'Tom'], ['Tom', 'Ada'], false],
    ['series', 'LANTERNS', 'Lanterns', true],
    ['series', null, '', true],
    ['language', 'English', 'en', true],
    ['narrators', [], null, true],
  ])('%s %j and %j are the same: %j', (field, one, other, isSame) => {
    expect(isSameValue(field, one, other)).toBe(isSame)
  })
})
