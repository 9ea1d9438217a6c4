import { afterDark } from './art/after-dark.ts'
import { contours } from './art/contours.ts'
import { arcs } from './art/signals.ts'
import { kitchenTable } from './art/tea.ts'
import { tenSeconds } from './art/ten-seconds.ts'
import { type Cover, title } from './cover.ts'

export const podcastCovers: Cover[] = [
  {
    square: true,
    slug: 'slow-signals',
    ground: '#4d2128',
    art: arcs(),
    lettering: [title(['Slow', 'Signals'], '#fbdcb8', 130, 150)],
  },
  {
    square: true,
    slug: 'kitchen-table-physics',
    ground: '#f2c14a',
    art: kitchenTable(),
    lettering: [title(['Kitchen Table', 'Physics'], '#1d3a45', 100, 132)],
  },
  {
    square: true,
    slug: 'the-map-room',
    ground: '#efe3c6',
    art: contours(),
    lettering: [title(['The Map Room'], '#2d3350', 106, 124)],
  },
  {
    square: true,
    slug: 'field-notes-after-dark',
    ground: '#10261f',
    art: afterDark(),
    lettering: [title(['Field Notes', 'After Dark'], '#e6edb0', 96, 126)],
  },
  {
    square: true,
    slug: 'the-ten-second-almanac',
    ground: '#14606a',
    art: tenSeconds(),
    lettering: [title(['The Ten-Second', 'Almanac'], '#fff3d6', 104, 132)],
  },
]
