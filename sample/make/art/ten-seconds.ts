import { box, circle, fill, hill, moved, path, stroke, times } from '../motifs.ts'

/** Ten strokes of a dial, of which seven are over, rising behind a hill as the sun does. */
export function tenSeconds(): string {
  const strokes = times(10, (index) =>
    moved(
      450,
      968,
      -81 + index * 18,
      box(-17, -370, 34, index % 5 === 0 ? 118 : 88, `${fill(index < 7 ? '#ffd36e' : '#3f8f8c')} rx="17"`),
    ),
  )
  return [
    circle(450, 968, 206, fill('#f2704d')),
    circle(450, 968, 152, fill('#f78f5f')),
    strokes,
    moved(450, 968, 36, path('M0 0V-180', stroke('#fff3d6', 20))),
    circle(450, 968, 30, fill('#fff3d6')),
    hill(1010, 34, 23, '#0b3f45', 4),
    hill(1106, 22, 41, '#072c31', 5),
  ].join('')
}
