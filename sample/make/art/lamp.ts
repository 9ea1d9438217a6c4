import { box, chance, circle, fill, glow, sea, stroke, times } from '../motifs.ts'

// Eleven lamps along the quay, and the twelfth over open water.
export function lamp(): string {
  const light = { x: 610, y: 690 }
  const quay = times(11, (index) => {
    const x = 70 + index * 41
    return circle(x, 838, 13, fill('#f4b95f', 0.35)) + circle(x, 838, 6, fill('#fbe2ae'))
  })
  return [
    stars(),
    glow(light.x, light.y, 330, 5, '#f4b95f', 0.13),
    circle(light.x, light.y, 92, fill('#f6c878')),
    box(0, 850, 520, 30, fill('#0a1626')),
    quay,
    sea(876, 16, 420, 60, '#1f4560'),
    reflection(light.x),
    sea(968, 22, 520, 200, '#c4533a'),
    sea(1050, 20, 460, 20, '#97392b'),
  ].join('')
}

function stars(): string {
  const next = chance(11)
  return times(34, () => circle(next() * 900, 380 + next() * 430, 1.6 + next() * 2.2, fill('#f4e3c0', 0.75)))
}

function reflection(x: number): string {
  return times(4, (index) => {
    const half = 92 - index * 20
    const y = 898 + index * 19
    return `<line x1="${x - half}" x2="${x + half}" y1="${y}" y2="${y}" ${stroke('#f6c878', 7, 0.85)}/>`
  })
}
