import { expect, it } from 'vitest'
import { likelyPart, surePart } from './part-names.ts'

it.each<[names: string[], number: number, before: string]>([
  [['CD 2', 'CD2', 'CD02', 'cd-2', 'cd_2', 'CD #2', '[CD2]', '(Disc 2)', 'CD2of3', 'Disc 2 von 3'], 2, ''],
  [['Disc Two', 'Disk II', 'Tape B', 'Side b', 'Seite 2', 'DVD 2', 'Disque deux', 'Kassette zwei'], 2, ''],
  [
    ['Cee CD2', 'Cee - CD 2', 'Cee (Disc 2)', 'Cee, Disc 2 of 2', 'cee_disc_2', 'Cee [CD 02 of 02]'],
    2,
    'cee',
  ],
  [['Disc IX', 'Cassette nine'], 9, ''],
])('%j are sure parts', (names, number, before) => {
  for (const name of names) expect([name, surePart(name)]).toMatchObject([name, { number, before }])
})

it.each<[names: string[], number: number]>([
  [['Part 2', 'Pt. 2', 'parte II', 'Teil 2', 'Del two', 'Osa 2', 'Part 2 of 2', '2', '02', '#2'], 2],
  [['0', 'Part 0'], 0],
])('%j are likely parts', (names, number) => {
  for (const name of names) expect([name, likelyPart(name)]).toMatchObject([name, { number, before: '' }])
})

it('what only ends like one is no part', () => {
  const names = ['Acid 2', 'Seaside 1', 'Discworld 3', 'Part', 'CD', 'Partition 2', 'Counterpart 2', '12345']
  for (const name of names) expect([name, surePart(name) ?? likelyPart(name)]).toEqual([name, undefined])
})
