import { cleanText } from '../text/clean-text.ts'
import { readHtml } from '../web-page/read-html.ts'
import type { RawPicture } from './feed-document.ts'

/** The most of a text of HTML that is read for its words. */
const readOfHtml = 60_000
/** Elements around which words do not join. */
const inline = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'em',
  'font',
  'i',
  'kbd',
  'mark',
  'q',
])
for (const name of ['s', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'])
  inline.add(name)
/** Elements whose text nobody is shown. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg', 'head'])

/** The words of HTML in one line, at most `max` UTF-16 units, and the first picture in it. */
export function readWords(html: string, max: number): { words: string; picture: RawPicture | null } {
  let words = ''
  let picture: RawPicture | null = null
  let silentIn: string | null = null
  readHtml(html.slice(0, readOfHtml), {
    open: (name, attributes) => {
      if (silentIn !== null) return
      if (silent.has(name)) silentIn = name
      if (!inline.has(name)) words += ' '
      if (name === 'img' && picture === null && !isIcon(attributes)) {
        picture = { url: attributes.get('src') ?? '', alt: attributes.get('alt') ?? '' }
      }
    },
    close: (name) => {
      if (name === silentIn) silentIn = null
      if (!inline.has(name)) words += ' '
    },
    text: (text) => {
      if (silentIn === null && words.length < 4 * max) words += text
    },
  })
  return { words: cleanText(words.slice(0, 4 * max), max).replace(/ {2,}/g, ' '), picture }
}

/** Pictures of one pixel count readers. */
function isIcon(attributes: ReadonlyMap<string, string>): boolean {
  const sides = ['width', 'height'].map((side) => Number.parseInt(attributes.get(side) ?? '', 10))
  return sides.some((side) => side < 100)
}

/** A time as feeds write it, by RFC 822 or ISO 8601, in ISO 8601; null where it cannot be read or lies outside the years 1970 to 2200. */
export function readTime(text: string): string | null {
  if (text === '' || text.length > 60) return null
  const at = Date.parse(text)
  return at >= 0 && at < Date.UTC(2_200, 0) ? new Date(at).toISOString() : null
}

/** An address of the web, without spaces around it; null for anything else. */
export function readAddress(text: string, base: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 2_000) return null
  const url = URL.parse(trimmed, base)
  return url && ['https:', 'http:'].includes(url.protocol) && url.href.length <= 2_000 ? url.href : null
}
