import { box, chance, circle, clipped, fill, leaf, moved, path, stroke, times } from '../motifs.ts'

// A round loaf, risen like a sun over its board, with an ear of wheat cut into the crust.
export function loaf(): string {
  const crust = circle(450, 760, 292, '')
  const ear = times(6, (index) => {
    const y = 900 - index * 58
    return (
      moved(450, y, -142, leaf(118, 24, fill('#fdf1d8'))) + moved(450, y, -38, leaf(118, 24, fill('#fdf1d8')))
    )
  })
  const risen = [
    times(24, (index) =>
      moved(
        450,
        760,
        index * 15,
        box(-5, -398 + (index % 2) * 22, 10, 58 - (index % 2) * 22, `${fill('#f0b765')} rx="5"`),
      ),
    ),
    circle(450, 760, 292, fill('#e3a256')),
    clipped('crust', crust, circle(398, 706, 292, fill('#f0c078')) + flour()),
    path('M450 960L450 560', stroke('#fdf1d8', 10)),
    ear,
    moved(450, 572, -90, leaf(96, 24, fill('#fdf1d8'))),
  ]
  return moved(36, 82, 0, risen.join(''), 0.92) + box(0, 1050, 900, 150, fill('#6f2b1a'))
}

function flour(): string {
  const next = chance(90)
  return times(90, () =>
    circle(160 + next() * 580, 470 + next() * 580, 1.5 + next() * 3, fill('#fdf1d8', 0.55)),
  )
}
