import type { SeriesPart } from '@earmark/contract/audio-books.ts'
import { Link } from '@tanstack/react-router'
import { seriesPlace } from '../../../lib/series-place.ts'
import styles from './record-head.module.css'

/** The series that an audio book is in, with its places: "Harbour Lights, book 2". */
export function SeriesLinks({ series }: { series: readonly SeriesPart[] }) {
  return series.map(({ id, name, sequence }) => (
    <p key={id} className={styles.series} dir="auto">
      <Link to="/series/$id" params={{ id: String(id) }}>
        {name}
        {sequence !== null && `, ${seriesPlace(sequence)}`}
      </Link>
    </p>
  ))
}
