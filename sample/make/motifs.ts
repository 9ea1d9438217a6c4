// The shapes all covers are built from. Every one returns SVG; chance comes from a seed, so a cover never changes by itself.

export const width = 900
export const height = 1200

export type Point = [x: number, y: number]

export function circle(x: number, y: number, radius: number, style: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" ${style}/>`
}

export function box(x: number, y: number, w: number, h: number, style: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" ${style}/>`
}

export function path(d: string, style: string): string {
  return `<path d="${d}" ${style}/>`
}

export function fill(colour: string, opacity = 1): string {
  return opacity === 1 ? `fill="${colour}"` : `fill="${colour}" fill-opacity="${opacity}"`
}

export function stroke(colour: string, thickness: number, opacity = 1): string {
  return `fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"`
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function clipped(id: string, shape: string, content: string): string {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`
}

export function moved(x: number, y: number, turn: number, content: string, size = 1): string {
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${size})">${content}</g>`
}

export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

// A smooth line through all points (Catmull-Rom as cubic curves).
export function curve(points: Point[]): string {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] as Point
  const start = at(0)
  const pieces = points.slice(1).map((end, index) => {
    const [before, from, after] = [at(index - 1), at(index), at(index + 2)]
    const first = [from[0] + (end[0] - before[0]) / 6, from[1] + (end[1] - before[1]) / 6]
    const second = [end[0] - (after[0] - from[0]) / 6, end[1] - (after[1] - from[1]) / 6]
    return `C${[...first, ...second, ...end].map(round).join(' ')}`
  })
  return `M${start.map(round).join(' ')}${pieces.join('')}`
}

function ridge(y: number, swing: number, seed: number, steps = 6): Point[] {
  const next = chance(seed)
  return Array.from({ length: steps + 3 }, (_, index) => [
    ((index - 1) * width) / steps,
    y + (next() - 0.5) * 2 * swing,
  ])
}

export function hill(y: number, swing: number, seed: number, colour: string, steps = 6): string {
  return path(`${curve(ridge(y, swing, seed, steps))}V${height + 50}H-200Z`, fill(colour))
}

export function wave(y: number, swing: number, length: number, shift = 0): Point[] {
  const count = Math.ceil((width + 2 * length) / (length / 4))
  return Array.from({ length: count }, (_, index) => {
    const x = -length + (index * length) / 4
    return [x, y + swing * Math.sin(((x + shift) / length) * 2 * Math.PI)]
  })
}

export function sea(y: number, swing: number, length: number, shift: number, colour: string): string {
  return path(`${curve(wave(y, swing, length, shift))}V${height + 50}H-400Z`, fill(colour))
}

export function wobble(x: number, y: number, radius: number, unevenness: number, phase: number): string {
  const points = Array.from({ length: 49 }, (_, index): Point => {
    const angle = (index / 48) * 2 * Math.PI
    const bulge = Math.sin(3 * angle + phase) * 0.6 + Math.sin(2 * angle - phase * 1.7) * 0.4
    const reach = radius * (1 + unevenness * bulge)
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  })
  return `${curve(points)}Z`
}

export function glow(
  x: number,
  y: number,
  radius: number,
  rings: number,
  colour: string,
  opacity: number,
): string {
  return times(rings, (index) => circle(x, y, radius * (1 - index / rings), fill(colour, opacity)))
}

export function leaf(length: number, breadth: number, style: string): string {
  return path(
    `M0 0C${length * 0.3} ${-breadth} ${length * 0.75} ${-breadth} ${length} 0C${length * 0.75} ${breadth} ${length * 0.3} ${breadth} 0 0Z`,
    style,
  )
}

export function swift(span: number, style: string): string {
  const half = span / 2
  return path(
    `M${-half} ${-span * 0.2}C${-half * 0.5} ${-span * 0.22} ${-half * 0.15} ${-span * 0.1} 0 0C${half * 0.15} ${-span * 0.1} ${half * 0.5} ${-span * 0.22} ${half} ${-span * 0.2}C${half * 0.55} ${-span * 0.1} ${half * 0.25} ${span * 0.02} ${half * 0.1} ${span * 0.12}L${half * 0.16} ${span * 0.3}L0 ${span * 0.2}L${-half * 0.16} ${span * 0.3}L${-half * 0.1} ${span * 0.12}C${-half * 0.25} ${span * 0.02} ${-half * 0.55} ${-span * 0.1} ${-half} ${-span * 0.2}Z`,
    style,
  )
}

export function polygon(points: Point[]): string {
  return `M${points.map((point) => point.map(round).join(' ')).join('L')}Z`
}

export function hexagon(x: number, y: number, radius: number): string {
  return polygon(
    Array.from({ length: 6 }, (_, index): Point => {
      const angle = ((index + 0.5) / 6) * 2 * Math.PI
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    }),
  )
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
