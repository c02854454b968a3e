import { decodePage } from './page-charset.ts'
import { readHead } from './page-head.ts'

/** The description that a page gives of itself for links. */
export interface PagePreview {
  readonly title: string
  /** '' when it has none. */
  readonly description: string
  /** http or https; null when it shows none. */
  readonly imageUrl: string | null
}

const mostTitle = 300
const mostDescription = 1_000

/**
 * Reads the Open Graph data of a page (ogp.me), else its title and description. Nothing a page holds makes this slow or
 * fail: what is wrong in it is left out. Null when it is no page, or has no title.
 * @param url where the bytes came from, for addresses that are relative
 */
export function readPagePreview(
  bytes: Uint8Array,
  contentType: string | undefined,
  url: string,
): PagePreview | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!['', 'text/html', 'application/xhtml+xml'].includes(type)) return null
  const { title, meta } = readHead(decodePage(bytes, contentType))
  const first = (...names: string[]) => names.map((name) => meta.get(name) ?? '').find(isSaying) ?? ''
  const shown = tidy(first('og:title', 'twitter:title') || title, mostTitle)
  if (shown === '') return null
  return {
    title: shown,
    description: tidy(first('og:description', 'twitter:description', 'description'), mostDescription),
    imageUrl: readImageUrl(
      first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
      url,
    ),
  }
}

function isSaying(text: string): boolean {
  return text.trim() !== ''
}

/** One line, without what could turn the reading direction of what stands around it. */
function tidy(text: string, most: number): string {
  const line = text
    .slice(0, 8 * most)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}

function readImageUrl(text: string, base: string): string | null {
  if (text === '' || text.length > 4_000) return null
  const url = URL.parse(text.trim(), base)
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : null
}
