import { isNameable, type Label, latinDomainsOf, reachFrom, readLabels } from './host-labels.ts'
import { pathEnd, queryEnd } from './path-end.ts'

/** A link in a text, in UTF-16 units, end exclusive. */
export interface FoundLink {
  readonly start: number
  readonly end: number
}

/**
 * Finds what twitter-text makes links of: addresses with http or https, and bare domains of a known ending, such as
 * `example.com`. The result is that of its conformance vectors. The time grows with the text and not with its square, as it
 * does with the expressions of that library. Source: github.com/twitter/twitter-text, `conformance/extract.yml`.
 */
export function findWebLinks(text: string): readonly FoundLink[] {
  // A check asks for the links of one text several times in a row.
  if (last.text !== text) last = { text, links: findAnew(text) }
  return last.links
}

let last: { readonly text: string; readonly links: readonly FoundLink[] } = { text: '', links: [] }

function findAnew(text: string): FoundLink[] {
  const links: FoundLink[] = []
  if (!text.includes('.')) return links
  let done = 0
  for (const { 0: letters, index } of text.matchAll(hostLetters)) {
    const end = index + letters.length
    if (end > done && letters.includes('.')) done = findInStretch(text, index, end, done, links)
  }
  return links
}

/** A longest stretch of the letters that hosts are made of, their dots, hyphens and underscores included. */
const hostLetters =
  /[^\s\u0085\u180e\ufffe\uffff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069!'#%&()*+,\\/:;<=>?@[\]^{|}~$]+/g

/** Letters right after which no link begins: it would be the rest of a word, a mention, a hashtag or a cashtag. */
const joining = /[A-Za-z0-9@\uff20$#\uff03\ufffe\ufeff\uffff]/

/** Adds the links of one stretch of host letters, and answers the place up to which the text is done. */
function findInStretch(text: string, start: number, end: number, from: number, links: FoundLink[]): number {
  const labels = readLabels(text, start, end)
  let done = from
  for (const [index, label] of labels.entries()) {
    for (let at = label.start; at < label.end; at++) {
      const scheme = at === start ? schemeBefore(text, at, done) : ''
      if (at < done || (scheme === '' && !mayBegin(text, at, done))) continue
      const reachOf = (place: number) => reachFrom(text, label, place, index, labels[index + 1])
      // At the beginning of a text the library takes the first letter for one before the link, where that can be.
      if (at === 0 && !joining.test(text.charAt(0)) && reachOf(1) !== null) continue
      const last = reachOf(at)
      const domainEnd = last === null ? null : (labels[last]?.tldEnd ?? null)
      if (last === null || domainEnd === null) continue
      done = addLinks(text, { at, scheme, domainEnd, labels: labels.slice(index, last + 1) }, links)
    }
  }
  return done
}

function mayBegin(text: string, at: number, done: number): boolean {
  return at === 0 || (at > done && !joining.test(text.charAt(at - 1)))
}

/** The `http://` or `https://` that ends at a place and may begin a link; '' without one. */
function schemeBefore(text: string, at: number, done: number): string {
  const [scheme = ''] = /https?:\/\/$/i.exec(text.slice(Math.max(0, at - 8), at)) ?? []
  return scheme !== '' && mayBegin(text, at - scheme.length, done) ? scheme : ''
}

interface FoundDomain {
  readonly at: number
  readonly scheme: string
  readonly domainEnd: number
  readonly labels: readonly Label[]
}

const longestLink = 4_096
const usualScheme = 'https://'

/** Adds what becomes links of a domain and of what follows it, and answers where that ends. */
function addLinks(text: string, found: FoundDomain, links: FoundLink[]): number {
  const { at, scheme, domainEnd, labels } = found
  const [port = ''] = /^:\d+/.exec(text.slice(domainEnd, domainEnd + longestLink)) ?? []
  const path = pathEnd(text, domainEnd + port.length)
  const end = queryEnd(text, path)
  const start = at - scheme.length
  const domain = text.slice(at, domainEnd)
  const bare = latinDomainsOf(text, labels, at)
  const isBroken = domain.startsWith('xn--') && bare.length === 0
  const length = (scheme || usualScheme).length + end - start
  if (length > longestLink || isBroken || !isNameable(domain)) return end
  if (scheme !== '') {
    const until = domain.toLowerCase() === 't.co' ? shortLinkEnd(text, domainEnd, end) : end
    if (until !== null) links.push({ start, end: until })
    return end
  }
  if (/[-_./]/.test(text.charAt(at - 1))) return end
  const last = bare.at(-1)
  if (last && path > domainEnd + port.length) bare[bare.length - 1] = { start: last.start, end }
  links.push(...bare)
  return end
}

const longestSlug = 40

/** A link of X's own shortener ends with its slug and query; null where the slug is none. */
function shortLinkEnd(text: string, domainEnd: number, end: number): number | null {
  const [slash = ''] = /^\/[a-z0-9]+/i.exec(text.slice(domainEnd, end)) ?? []
  if (slash === '') return end
  return slash.length - 1 > longestSlug ? null : queryEnd(text, domainEnd + slash.length)
}
