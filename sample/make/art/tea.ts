import { box, chance, circle, fill, leaf, moved, path, stroke, times } from '../motifs.ts'

// A cup on a chequered cloth, with a moon of sugar in its orbit.
export function kitchenTable(): string {
  const cloth = times(4, (row) =>
    times(10, (column) =>
      (row + column) % 2 === 0 ? box(column * 90, 930 + row * 90, 90, 90, fill('#d9573f')) : '',
    ),
  )
  return [
    orbit('M-372 0A372 92 0 0 1 372 0'),
    box(0, 930, 900, 270, fill('#fdeccb')),
    cloth,
    `<ellipse cx="500" cy="965" rx="290" ry="38" ${fill('#1d3a45')}/>`,
    path('M300 660H700C700 850 640 950 500 950C360 950 300 850 300 660Z', fill('#2f7f86')),
    path('M560 660H700C700 850 640 950 500 950C600 900 590 780 560 660Z', fill('#226068')),
    path('M694 710C800 690 800 840 664 846', stroke('#226068', 32)),
    `<ellipse cx="500" cy="660" rx="200" ry="40" ${fill('#fdeccb')}/>`,
    `<ellipse cx="500" cy="664" rx="172" ry="28" ${fill('#8a4422')}/>`,
    orbit('M-372 0A372 92 0 0 0 372 0'),
    moved(838, 706, 22, box(-34, -34, 68, 68, `${fill('#ffffff')} rx="9"`)),
    path('M452 600C424 574 478 558 452 528M540 600C512 574 566 558 540 528', stroke('#ffffff', 11, 0.85)),
  ].join('')
}

function orbit(half: string): string {
  return moved(486, 790, -14, path(half, stroke('#1d3a45', 6)))
}

export function cupFromAbove(): string {
  const centre = { x: 450, y: 800 }
  const currents = times(5, (index) => {
    const radius = 116 + index * 28
    return moved(
      centre.x,
      centre.y,
      index * 67,
      path(`M${radius} 0A${radius} ${radius} 0 1 1 0 ${-radius}`, stroke('#e9a35c', 6, 0.85)),
    )
  })
  return [
    circle(centre.x, centre.y, 348, fill('#fdeccb')),
    circle(centre.x, centre.y, 320, stroke('#2f7f86', 8)),
    moved(centre.x, centre.y, 38, `${box(240, -34, 112, 68, `${fill('#f7d999')} rx="34"`)}`),
    circle(centre.x, centre.y, 276, fill('#f7d999')),
    circle(centre.x, centre.y, 252, fill('#a9551f')),
    currents,
    heap(centre.x, centre.y),
  ].join('')
}

function heap(x: number, y: number): string {
  const next = chance(8)
  return times(46, () => {
    const [angle, reach] = [next() * 2 * Math.PI, 78 * next() ** 0.7]
    return moved(
      x + reach * Math.cos(angle),
      y + reach * Math.sin(angle),
      next() * 360,
      leaf(34, 9, fill(next() > 0.3 ? '#3a1d0d' : '#5f7a3d')),
    )
  })
}
