/** What an episode is called by its number: its feed's own word for it, where it has one, such as “12b” or “Part 3”. */
export function numberedEpisode({
  number,
  episodeLabel,
}: {
  readonly number: number
  readonly episodeLabel: string | null
}): string {
  return episodeLabel === null || /^\d/.test(episodeLabel)
    ? `Episode ${episodeLabel ?? number}`
    : episodeLabel
}
