import { dogTrail, ghostIsland } from './art/contours.ts'
import { custard } from './art/custard.ts'
import { foghorn, ice } from './art/signals.ts'
import { cupFromAbove } from './art/tea.ts'
import { type Cover, series, title } from './cover.ts'

export const episodeCovers: Cover[] = [
  {
    slug: 'slow-signals-2-what-the-foghorn-knew',
    ground: '#93a9ad',
    art: foghorn(),
    lettering: [
      series('Slow Signals', '#33191f'),
      title(['What the', 'Foghorn', 'Knew'], '#33191f', 128, 246),
    ],
  },
  {
    slug: 'slow-signals-7-listening-to-ice',
    ground: '#cfe5ea',
    art: ice(),
    lettering: [series('Slow Signals', '#4d2128'), title(['Listening', 'to Ice'], '#4d2128', 140, 254)],
  },
  {
    slug: 'kitchen-table-physics-1-why-tea-goes-round',
    ground: '#d9573f',
    art: cupFromAbove(),
    lettering: [
      series('Kitchen Table Physics', '#fdeccb'),
      title(['Why Tea', 'Goes Round'], '#fdeccb', 118, 236),
    ],
  },
  {
    slug: 'kitchen-table-physics-5-creme-brulee',
    ground: '#2b5a5e',
    art: custard(),
    lettering: [
      series('Kitchen Table Physics', '#f7d999'),
      title(['Crème Brûlée,', 'or a Window', 'You Can Eat'], '#f7d999', 94, 214),
    ],
  },
  {
    slug: 'the-map-room-1-the-island-nobody-lost',
    ground: '#2f6f8f',
    art: ghostIsland(),
    lettering: [series('The Map Room', '#f3ead2'), title(['The Island', 'Nobody Lost'], '#f3ead2', 124, 242)],
  },
  {
    slug: 'the-map-room-4-the-surveyors-dog',
    ground: '#c98fa0',
    art: dogTrail(),
    lettering: [series('The Map Room', '#33203a'), title(['The Surveyor’s', 'Dog'], '#33203a', 108, 230)],
  },
]
