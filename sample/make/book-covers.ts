import { bees } from './art/bees.ts'
import { bell } from './art/bell.ts'
import { foldedSea } from './art/folded-sea.ts'
import { lamp } from './art/lamp.ts'
import { loaf } from './art/loaf.ts'
import { nightTrain } from './art/night-train.ts'
import { pear } from './art/pear.ts'
import { rowan } from './art/rowan.ts'
import { smallWeather } from './art/small-weather.ts'
import { townHouse } from './art/town-house.ts'
import { winters } from './art/winters.ts'
import { byline, type Cover, title } from './cover.ts'

export const bookCovers: Cover[] = [
  {
    slug: 'the-lamplighter-of-quiet-harbour',
    ground: '#14263d',
    art: lamp(),
    lettering: [
      title(['The Lamplighter', 'of Quiet', 'Harbour'], '#f4cf8a', 99),
      byline('Read by Søren Halvmark', '#f6d9c4'),
    ],
  },
  {
    slug: 'salt-and-orchard',
    ground: '#f3e3d3',
    art: pear(),
    lettering: [
      title(['Salt and', 'Orchard'], '#274534', 124),
      byline('Read by Inés Quintañel and Łukasz Wierzban', '#274534'),
    ],
  },
  {
    slug: 'a-field-guide-to-small-weather',
    ground: '#0d4753',
    art: smallWeather(),
    lettering: [
      title(['A Field Guide', 'to Small', 'Weather'], '#f6c35b', 116),
      byline('Read by R. Quill', '#f6c35b'),
    ],
  },
  {
    slug: 'the-clockmakers-third-daughter',
    ground: '#22382b',
    art: bell(),
    lettering: [
      title(['The Clockmaker’s', 'Third Daughter'], '#f0e4c9', 94),
      {
        lines: ['or, An Honest Account of the Winter in Which', 'Every Bell in Szczęsna Learned to Wait'],
        x: 72,
        firstBaseline: 322,
        size: 35,
        colour: '#e0b25e',
        weight: 500,
        italic: true,
        leading: 1.25,
      },
      byline('Read by Ottilie Fennimarsh', '#f0e4c9'),
    ],
  },
  {
    slug: 'the-night-train-library',
    ground: '#242350',
    art: nightTrain(),
    lettering: [
      title(['The Night', 'Train Library'], '#f8dfa4', 122),
      byline('Read by Maëlle Tarrowick', '#c9c3ea'),
    ],
  },
  {
    slug: 'bread-slowly',
    ground: '#b4502c',
    art: loaf(),
    lettering: [
      title(['Bread,', 'Slowly'], '#fbeacb', 150, 196),
      byline('Read by Inés Quintañel', '#fbeacb'),
    ],
  },
  {
    slug: 'the-house-on-lakowa-street',
    ground: '#432f52',
    art: townHouse(),
    lettering: [
      title(['The House on', 'Łąkowa Street'], '#f5c5a3', 108),
      byline('Read by Łukasz Wierzban', '#f5c5a3'),
    ],
  },
  {
    slug: 'ninety-winters',
    ground: '#e3ecee',
    art: winters(),
    lettering: [title(['Ninety', 'Winters'], '#27414f', 160, 202), byline('Read by Old Jürgen', '#e3ecee')],
  },
  {
    slug: 'seven-ways-to-fold-the-sea',
    ground: '#f08a68',
    art: foldedSea(),
    lettering: [
      title(['Seven Ways', 'to Fold', 'the Sea'], '#0f2f4a', 124),
      byline('Read by Tuva', '#eaf3ee'),
    ],
  },
  {
    slug: 'an-almanac-for-bees',
    ground: '#eab23d',
    art: bees(),
    lettering: [
      title(['An Almanac', 'for Bees'], '#33220f', 132),
      byline('Read by Ottilie Fennimarsh and Old Jürgen', '#33220f'),
    ],
  },
  {
    slug: 'under-the-rowan-at-angsjo',
    ground: '#143b40',
    art: rowan(),
    lettering: [
      title(['Under', 'the Rowan', 'at Ångsjö'], '#f4ead6', 116),
      byline('Read by Søren Halvmark', '#f4ead6'),
    ],
  },
  {
    slug: 'pan-despacio',
    ground: '#23566b',
    art: loaf(),
    lettering: [title(['Pan,', 'despacio'], '#fdf1d8', 140), byline('Lee Amparo Valdeluz', '#fdf1d8')],
  },
  {
    slug: 'sieben-arten-das-meer-zu-falten',
    ground: '#e9b44c',
    art: foldedSea(),
    lettering: [
      title(['Sieben Arten,', 'das Meer', 'zu falten'], '#0d3b4c', 112),
      byline('Gelesen von Mechthild Sommerau', '#e6f3f1'),
    ],
  },
]
