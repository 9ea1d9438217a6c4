import { typingErrors } from '@earmark/contract/typing-errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortenedForms, typedForms } from './typing-errors.ts'

const letter = fc.constantFrom('a', 'b', 'c', 'd', 'é', '한', '𐐷')

function words(minLength: number, maxLength: number) {
  return fc.array(letter, { minLength, maxLength }).map((letters) => letters.join(''))
}

interface Edit {
  kind: 'left out' | 'added' | 'replaced' | 'swapped'
  place: number
  by: string
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('left out', 'added', 'replaced', 'swapped'),
  place: fc.nat({ max: 100 }),
  by: letter,
})

function edited(word: string, { kind, place, by }: Edit): string {
  const letters = Array.from(word)
  const at = place % letters.length
  if (kind === 'left out') return letters.toSpliced(at, 1).join('')
  if (kind === 'added') return letters.toSpliced(at, 0, by).join('')
  if (kind === 'replaced') return letters.toSpliced(at, 1, by).join('')
  return letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()).join('')
}

function isLookedUp(meant: string, typed: string): boolean {
  return !shortenedForms(meant).isDisjointFrom(typedForms(typed))
}

describe('typing errors', () => {
  test.each([
    ['book', 'book', 0],
    ['book', 'bok', 1],
    ['book', 'boook', 1],
    ['book', 'back', undefined],
    ['book', 'obok', 1],
    ['book', 'hook', 1],
    ['boo', 'bo', undefined],
    ['boo', 'boos', undefined],
    ['orchard', 'rochard', 1],
    ['orchard', 'rochart', undefined],
    ['lighthouse', 'lihgthuose', 2],
    ['lighthouse', 'ligthous', 2],
    ['lighthouse', 'lgthous', undefined],
    ['letters', 'letterses', undefined],
    ['lettered', 'letter', 2],
  ])('from %s to %s are %s', (meant, typed, errors) => {
    expect(typingErrors(meant, typed)).toBe(errors)
  })

  test('one is found in any word from four letters', () => {
    fc.assert(
      fc.property(words(4, 20), edit, (meant, one) => {
        const typed = edited(meant, one)
        expect(typingErrors(meant, typed)).toBeLessThanOrEqual(1)
        expect(isLookedUp(meant, typed)).toBe(true)
      }),
    )
  })

  test('two are found in any word from eight letters', () => {
    fc.assert(
      fc.property(words(8, 20), edit, edit, (meant, one, other) => {
        const typed = edited(edited(meant, one), other)
        const errors = typingErrors(meant, typed)
        fc.pre(errors !== undefined)
        expect(isLookedUp(meant, typed)).toBe(true)
      }),
    )
  })

  test('cost a bounded number of forms', () => {
    expect(shortenedForms('abcdefghijklmnop').size).toBe(29)
    expect(typedForms('abcdefghijklmnop').size).toBe(29)
    expect(typedForms('ab').size).toBe(0)
  })
})
