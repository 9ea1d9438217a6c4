import { box, chance, circle, fill, moved, path, stroke, times } from '../motifs.ts'

// A bell hung in front of a clock face, in the snow.
export function bell(): string {
  const centre = { x: 450, y: 800 }
  const hours = times(12, (hour) =>
    moved(centre.x, centre.y, hour * 30, box(-5, -276, 10, hour % 3 === 0 ? 46 : 26, fill('#e0b25e'))),
  )
  const tower = [
    circle(centre.x, centre.y, 300, fill('#1a2c22')),
    circle(centre.x, centre.y, 300, stroke('#e0b25e', 7)),
    hours,
    circle(450, 626, 21, stroke('#c98a35', 13)),
    path(
      'M450 640C540 640 566 712 572 800C577 872 600 910 632 940L268 940C300 910 323 872 328 800C334 712 360 640 450 640Z',
      fill('#c98a35'),
    ),
    path(
      'M450 640C540 640 566 712 572 800C577 872 600 910 632 940L530 940C520 850 520 700 450 640Z',
      fill('#a96a24'),
    ),
    box(256, 936, 388, 26, `${fill('#e0b25e')} rx="13"`),
    path('M412 962A38 38 0 0 0 488 962Z', fill('#f0e4c9')),
    path('M318 868L582 868', stroke('#e0b25e', 5)),
  ]
  return snow() + moved(0, -42, 0, tower.join(''))
}

function snow(): string {
  const next = chance(4)
  return times(70, () => {
    const [x, y, radius] = [next() * 900, 400 + next() * 780, 2 + next() * 4.5]
    return Math.hypot(x - 450, y - 758) < 318 || (y > 1070 && x < 620)
      ? ''
      : circle(x, y, radius, fill('#f0e4c9', 0.85))
  })
}
