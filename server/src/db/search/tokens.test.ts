import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordTokens, searchTerms } from './tokens.ts'

/** Written as the character that it stands for. */
function readable(tokens: Iterable<string>): string[] {
  return [...tokens].map((token) =>
    token.replaceAll(/[\uE021-\uE07E]/g, (symbol) => String.fromCharCode(symbol.charCodeAt(0) - 0xe000)),
  )
}

describe('a record', () => {
  test.each([
    ['The map, the room', ['the', 'map', ',', 'room']],
    ["O'Brien", ['o', 'brien', 'obrien', "'"]],
    ['Spider-Man', ['spider', 'man', 'spiderman', '-']],
    ['J.R.R. Tolkien', ['j', 'r', 'jrr', '.', 'tolkien']],
    ['100% Wool', ['100', '%', '100%', 'wool']],
    ['東京 Tower', ['東', '京', 'tower']],
    ['a_b', ['a', '_', 'b', 'a_', '_b']],
    ['🎧 C++', ['🎧', 'c', '+', 'c+', '++']],
  ])('described as %j has the tokens %j', (description, tokens) => {
    const all = [...recordTokens({ name: '', description })].filter(
      (token) => !/^[\uE100-\uE103]/.test(token),
    )
    expect(readable(all)).toEqual(expect.arrayContaining(tokens))
    expect(all).toHaveLength(tokens.length)
  })

  test('has tokens without ASCII punctuation or white space, whatever its texts', () => {
    const anyText = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(anyText, anyText, anyText, (name, creator, description) => {
        for (const token of recordTokens({ name, creators: [creator], description }))
          expect(token).toMatch(/^[^\s!-/:-@[-`{-~\p{Cc}]+$/u)
      }),
    )
  })

  test('has tokens short enough for an index, however long its words', () => {
    const tokens = recordTokens({ name: '𝒳ሴ'.repeat(5_000), description: 'long'.repeat(100_000) })
    for (const token of tokens) expect(Buffer.byteLength(token)).toBeLessThan(1_000)
  })
})

describe('a search term', () => {
  test.each<[string, string[], string[]]>([
    ['Map room', ['map', 'room'], []],
    ["o'brien", ['obrien'], []],
    ['obrien', ['obrien'], []],
    ['spider-man', ['spider', 'man'], []],
    ['100%', ['100', '100%'], ['%']],
    ['foo*', ['foo', 'foo*'], ['*']],
    ['a_b', ['a', 'b', 'a_', '_b'], ['_']],
    ['"map" (room), no: yes!', ['map', 'room', 'no', 'yes'], []],
    ['%', [], ['%']],
    ['" -', [], ['"', '-']],
    ['東京', [], ['東', '京']],
    ['c++', ['c', 'c+', '++'], ['+', '+']],
    ['a AND b', ['a', 'and', 'b'], []],
    ['\u200b\u0000\ue100', [], []],
  ])('%j asks for the words %j and for %j as they are', (search, words, exact) => {
    const terms = searchTerms(search)
    expect(readable(terms.words)).toEqual(words)
    expect(readable(terms.exact)).toEqual(exact)
  })

  test.each([
    ['the map room', 'The Map: Room!'],
    ["o'brien", 'O’Brien'],
    ['東京 tower', '東京 Tower'],
    ['rock - roll', 'Rock – Roll'],
  ])('%j is the whole name %j', (search, name) => {
    expect(recordTokens({ name })).toContain(searchTerms(search).wholeName)
  })
})
