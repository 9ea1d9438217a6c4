interface Numbered {
  number: number
}

/** The episodes numbered one less and one more, as far as the podcast has them. */
export function neighbours<Episode extends Numbered>(
  episodes: readonly Episode[],
  number: number,
): { previous: Episode | undefined; next: Episode | undefined } {
  return {
    previous: episodes.find((episode) => episode.number === number - 1),
    next: episodes.find((episode) => episode.number === number + 1),
  }
}
