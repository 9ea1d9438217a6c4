import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './fold.ts'

/** The many that would only take time. */
const neverFolded = /[\p{C}\p{Unified_Ideograph}\p{Script=Hangul}]/u

describe('folding', () => {
  test.each([
    ['The Map Room', 'the map room'],
    ['  two \t\n words  ', 'two words'],
    ['ÉCOLE', 'ecole'],
    ['Cafe\u0301', 'cafe'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Łódź Ørsted Ærø Œuvre Đorđe Þór Ħal', 'lodz orsted aero oeuvre dorde thor hal'],
    ['İstanbul ıslak', 'istanbul islak'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['ﬁn ｗｉｄｅ Ⅷ', 'fin wide viii'],
    ['don’t don`t don´t donʼt don＇t ŉ', "don't don't don't don't don't 'n"],
    ['rock – paper — scissors ﹘ ⁻', 'rock - paper - scissors - -'],
    ['“so” „to” «no»', '"so" "to" «no»'],
    ['soft\u00adhyphen zero\u200bwidth', 'softhyphen zerowidth'],
    ['nul\u0000 private\ue100', 'nul private'],
    ['한글', '한글'],
    ['हिन्दी', 'हिन्दी'],
    ['שָׁלוֹם', 'שלום'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['', ''],
  ])('%j becomes %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test.each([
    ['accents', 'a', '\u0301\u0323'],
    ['marks of scripts whose marks make another word', 'क', '\u094d\u093c'],
    ['such marks with invisible characters between', 'क', '\u094d\u093c\u200d'],
    ['marks that become several', 'ཀ', '\u0f73\u0f75\u0f81'],
    ['halfwidth sound marks', 'ｶ', '\uff9e\u094d'],
  ])('goes once over a letter with hundreds of thousands of %s', (_what, letter, marks) => {
    const folded = foldText(`${letter}${marks.repeat(200_000)} z`)
    expect(folded).toMatch(/^\P{M}\p{M}{0,30} z$/u)
    expect(foldText(folded)).toBe(folded)
  })

  test('of what is folded changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
      }),
    )
  })

  test('of every character there is, folded once more, changes nothing', () => {
    const changed: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if (neverFolded.test(character)) continue
      const folded = foldText(`a${character}b`)
      if (foldText(folded) !== folded) changed.push(code.toString(16))
    }
    expect(changed).toEqual([])
  })
})
