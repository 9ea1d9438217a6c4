import { type FileChapter, mostRead } from '../../chapters/chapter-list.ts'

const named = /^CHAPTER(\d{1,5})(NAME)?$/i
const clock = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/

/** `CHAPTER001=00:01:02.345` and `CHAPTER001NAME=…` among Vorbis comments (wiki.xiph.org/Chapter_Extension). */
export function readCommentChapters(
  comments: readonly { readonly id: string; readonly value: unknown }[],
): FileChapter[] {
  const found = new Map<string, { startMs?: number; title?: string }>()
  for (const { id, value } of comments) {
    const [, number, isName] = named.exec(id) ?? []
    if (number === undefined || typeof value !== 'string') continue
    if (found.size === mostRead && !found.has(number)) continue
    const chapter = found.get(number) ?? {}
    found.set(number, chapter)
    if (isName) chapter.title ??= value
    else chapter.startMs ??= millisecondsOf(value)
  }
  return [...found.values()].flatMap(({ startMs, title = '' }) =>
    startMs === undefined ? [] : [{ startMs, title }],
  )
}

function millisecondsOf(text: string): number {
  const [, hours, minutes, seconds] = clock.exec(text.trim()) ?? []
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
