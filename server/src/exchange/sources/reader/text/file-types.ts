const typesByExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

const usualTypes: Readonly<Record<string, string>> = {
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-mpeg-3': 'audio/mpeg',
  'audio/mpg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'application/mp3': 'audio/mpeg',
  'application/x-mp3': 'audio/mpeg',
  'application/mpeg': 'audio/mpeg',
  'application/ogg': 'audio/ogg',
  'application/x-ogg': 'audio/ogg',
  'application/flac': 'audio/flac',
  'application/x-flac': 'audio/flac',
  mp3: 'audio/mpeg',
  mpeg: 'audio/mpeg',
}

/** Lower case, without parameters, in its usual form; null for an empty one. */
export function usualType(given: string | null): string | null {
  const type = (given ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === '' || type.length > 100) return null
  return (Object.hasOwn(usualTypes, type) ? usualTypes[type] : undefined) ?? type
}

export function isPlayable(type: string | null): boolean {
  return type !== null && /^(audio|video)\//.test(type)
}

/** Of the name at the end of an address. */
export function typeByName(url: string): string | null {
  const { pathname } = new URL(url)
  const extension = /\.(\w{2,4})$/.exec(pathname)?.[1]?.toLowerCase() ?? ''
  return typesByExtension[extension] ?? null
}
