import { coverImage } from '@earmark/contract/cover-images.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import { pageTitle } from '@earmark/contract/first-data.ts'
import { escapeHtml, jsonBlock } from './template.ts'

type CoverAddresses = Pick<Cover, 'coverImageUrl' | 'coverImagePreviewUrl'>

export interface Head {
  /** Without the product's name. */
  readonly title: string
  readonly description: string
  readonly path: string
  /** Open Graph type; `website` by default. */
  readonly type?: string
  readonly image?: string | null
  /** The cover of the first paint, to be preloaded. */
  readonly preload?: { readonly cover: CoverAddresses; readonly sizes: string } | null
  readonly linkedData?: Record<string, unknown>
  /** Path of its RSS feed. */
  readonly feed?: string
  readonly unlisted?: boolean
}

export interface Site {
  readonly publicUrl: string
}

const maxDescriptionLength = 200

export function headHtml(head: Head, publicUrl: string): string {
  const title = pageTitle(head.title)
  const description = shorten(head.description)
  const canonical = publicUrl + head.path
  const image = head.image ? absoluteUrl(head.image, publicUrl) : null
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    head.feed === undefined ? '' : feedLink(head.title, publicUrl + head.feed),
    head.unlisted ? meta('name', 'robots', 'noindex') : '',
    meta('property', 'og:site_name', 'Earmark'),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    image ? meta('property', 'og:image', image) : '',
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    head.preload ? coverPreload(head.preload.cover, head.preload.sizes) : '',
    head.linkedData ? jsonBlock('type="application/ld+json"', JSON.stringify(head.linkedData)) : '',
  ].join('')
}

/** Media addresses are paths, or absolute when the store serves them. */
export function absoluteUrl(url: string, publicUrl: string): string {
  return url.startsWith('/') ? publicUrl + url : url
}

function coverPreload(cover: CoverAddresses, sizes: string): string {
  const image = coverImage(cover)
  if (!image) return ''
  const choice = image.srcSet
    ? ` imagesrcset="${escapeHtml(image.srcSet)}" imagesizes="${escapeHtml(sizes)}"`
    : ''
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(image.src)}"${choice}>`
}

function feedLink(title: string, url: string): string {
  return `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${escapeHtml(url)}">`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxDescriptionLength) return line
  return `${line.slice(0, line.lastIndexOf(' ', maxDescriptionLength) + 1 || maxDescriptionLength).trim()}…`
}
