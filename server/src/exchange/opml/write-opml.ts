/** OPML 2.0: the list of subscriptions that podcast apps read and write. */

export const opmlType = 'text/x-opml; charset=utf-8'

export interface Outline {
  readonly title: string
  readonly url: string
  /** Of its page. */
  readonly link?: string | null
}

export function writeOpml(title: string, outlines: readonly Outline[]): string {
  const lines = outlines.map(writeOutline)
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head><title>${escapeXml(title)}</title></head>
<body>
${lines.join('')}</body>
</opml>
`
}

function writeOutline({ title, url, link }: Outline): string {
  const page = link ? ` htmlUrl="${escapeXml(link)}"` : ''
  const name = escapeXml(title)
  return `<outline type="rss" text="${name}" title="${name}" xmlUrl="${escapeXml(url)}"${page}/>\n`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** What XML 1.0 (2.2) leaves out is dropped. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => escapes[character] as string)
}
