import { box, clipped, curve, fill, leaf, moved, path, stroke, times, wave } from '../motifs.ts'

const outline =
  'M450 470C520 470 556 520 560 590C566 672 690 724 690 868C690 1000 584 1064 450 1064C316 1064 210 1000 210 868C210 724 334 672 340 590C344 520 380 470 450 470Z'

// One pear of which one half is orchard and the other is the sea.
export function pear(): string {
  const shape = path(outline, '')
  const parts = [
    clipped('orchard', shape, box(0, 400, 450, 700, fill('#4f7d4a')) + orchard()),
    clipped(
      'sea',
      shape,
      clipped('right', box(450, 400, 450, 700, ''), box(450, 400, 450, 700, fill('#e79a8d')) + waves()),
    ),
    path('M450 476C452 430 462 404 486 380', stroke('#5a3b26', 15)),
    moved(482, 400, -14, leaf(190, 58, fill('#274534'))),
    moved(482, 400, -14, path('M12 0L160 0', stroke('#f3e3d3', 4, 0.7))),
  ]
  return moved(0, 12, 0, parts.join(''))
}

function orchard(): string {
  return times(9, (row) =>
    times(6, (column) => {
      const x = 205 + column * 52 + (row % 2) * 26
      const y = 500 + row * 68
      const colour = (row * 6 + column) % 4 === 0 ? '#d9b94f' : '#8fb56d'
      return moved(x, y, -52, leaf(46, 15, fill(colour)))
    }),
  )
}

function waves(): string {
  return times(12, (row) => {
    const colour = row % 3 === 1 ? '#b8574f' : '#fbe9df'
    return path(curve(wave(490 + row * 50, 13, 120, row * 30)), stroke(colour, row % 3 === 1 ? 9 : 12))
  })
}
