import type { TranscriptFormat } from '@earmark/contract/feeds.ts'
import { maxDocumentBytes } from './chapters-json.ts'
import { decodeText } from '../text/decode-text.ts'

const cue = /^\s*(?:\d+\s*\r?\n\s*)?\d{1,3}:\d{2}(?::\d{2})?[,.]\d{1,3}\s*-->\s*\d/

/** By what stands in it, as the type that a feed states is often another; null for what is no transcript of these. */
export function transcriptFormat(bytes: Uint8Array): TranscriptFormat | null {
  if (bytes.length > maxDocumentBytes) return null
  const head = decodeText(bytes.subarray(0, 4096)).trimStart()
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(head)) return 'vtt'
  if (cue.test(head)) return 'srt'
  return /^[{[]/.test(head) && isTranscriptJson(bytes) ? 'json' : null
}

/** The JSON of Podcasting 2.0: segments with a start and a body. */
function isTranscriptJson(bytes: Uint8Array): boolean {
  try {
    const { segments } = JSON.parse(decodeText(bytes)) as { segments?: unknown }
    const first = Array.isArray(segments) ? (segments[0] as Record<string, unknown> | null) : null
    return typeof first?.startTime === 'number' && typeof first.body === 'string'
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}
