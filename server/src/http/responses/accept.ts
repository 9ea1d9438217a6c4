/** The media ranges of an `Accept` header in small letters, each with its quality (RFC 9110, 12.5.1). */
export function acceptedRanges(accept = ''): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((piece) => piece.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [type, quality === undefined ? 1 : Number(quality.slice('q='.length))]
    }),
  )
}
