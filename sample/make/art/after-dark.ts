import { box, chance, circle, fill, glow, hill, moved, path, times } from '../motifs.ts'

// A wood at night that has seen you first.
export function afterDark(): string {
  return [
    glow(676, 560, 210, 4, '#e6edb0', 0.07),
    circle(676, 560, 96, fill('#e6edb0')),
    circle(712, 540, 84, fill('#21392a')),
    hill(760, 60, 6, '#17382c', 5),
    trunks(),
    hill(1080, 30, 12, '#081510', 5),
    fireflies(),
    owl(318, 800),
  ].join('')
}

function trunks(): string {
  const next = chance(12)
  return times(11, (index) => {
    const breadth = 22 + next() * 34
    return moved(
      20 + index * 84 + next() * 30,
      640 - next() * 150,
      (next() - 0.5) * 5,
      box(0, 0, breadth, 700, fill(index % 3 === 0 ? '#0c1d17' : '#0f2a21')),
    )
  })
}

function fireflies(): string {
  const next = chance(31)
  return times(20, () => {
    const [x, y] = [next() * 900, 660 + next() * 460]
    return circle(x, y, 14, fill('#f4d35e', 0.25)) + circle(x, y, 5, fill('#f9e28a'))
  })
}

function owl(x: number, y: number): string {
  const eyes = [-52, 52].map(
    (side) => circle(side, -18, 44, fill('#e9c46a')) + circle(side, -18, 21, fill('#081510')),
  )
  const parts = [
    path(
      'M-112 -110C-60 -84 60 -84 112 -110C128 20 110 170 0 190C-110 170 -128 20 -112 -110Z',
      fill('#6b4a32'),
    ),
    times(3, (row) =>
      times(3 - row, (index) =>
        path(
          `M${-56 + row * 28 + index * 56} ${66 + row * 34}q-20 30 -40 0`,
          `${fill('#a9835c')} transform="translate(20 0)"`,
        ),
      ),
    ),
    ...eyes,
    path('M0 -4L15 26L0 42L-15 26Z', fill('#d9573f')),
    box(-210, 184, 420, 20, `${fill('#081510')} rx="10"`),
  ]
  return moved(x, y, 0, parts.join(''))
}
