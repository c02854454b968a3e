import { isValidHandle, isValidUri } from '@atproto/syntax'
import tlds from 'tlds' with { type: 'json' }
import type { JsonObject } from '../../lib/json/json.ts'
import { countGraphemes } from '../../lib/text/graphemes.ts'

/** A place in a text that means more than its letters, in UTF-16 units, end exclusive. */
export interface FacetRange {
  readonly kind: 'mention' | 'link' | 'hashtag'
  readonly start: number
  readonly end: number
  /** The handle without @, the whole address, or the tag without #. */
  readonly value: string
}

// These are the rules of the network's own app, which detects facets before sending. The server adds none.
const mention = /(?:^|\s|\()@([a-zA-Z0-9.-]+)\b/dg
const link = /(?:^|\s|\()((https?:\/\/\S+)|(?<domain>[a-z][a-z0-9]*(?:\.[a-z0-9]+)+)\S*)/dgim
const invisible = '\\u00AD\\u2060\\u200A\\u200B\\u200C\\u200D\\u20e2'
const hashtag = new RegExp(
  `(?:^|\\s)[#＃]((?!\\ufe0f)[^\\s${invisible}]*[^\\d\\s\\p{P}${invisible}]+[^\\s${invisible}]*)`,
  'gud',
)
const cashtag = /(?:^|\s|\()\$([A-Za-z][A-Za-z0-9]{0,4})(?=\s|$|[.,;:!?)"'\u2019])/dgu

const domains = new Set(tlds)
const maxTagGraphemes = 64
const maxTagBytes = 640

/** Mentions, links and hashtags in their order, none over another. A mention is only a guess until resolved. */
export function findSpans(text: string): FacetRange[] {
  const all = [...findMentions(text), ...findLinks(text), ...findHashtags(text), ...findCashtags(text)]
  all.sort((a, b) => a.start - b.start || a.end - b.end)
  const apart: FacetRange[] = []
  for (const span of all) if (span.start >= (apart.at(-1)?.end ?? 0)) apart.push(span)
  return apart
}

/** The facets of a record: places counted in UTF-8 bytes. Mentions whose handle has no DID stay plain text. */
export function makeFacets(text: string, dids: Readonly<Record<string, string>>): JsonObject[] {
  const facets: JsonObject[] = []
  let byteStart = 0
  let last = 0
  for (const span of findSpans(text)) {
    byteStart += Buffer.byteLength(text.slice(last, span.start))
    last = span.start
    const feature = makeFeature(span, dids)
    if (!feature) continue
    const byteEnd = byteStart + Buffer.byteLength(text.slice(span.start, span.end))
    facets.push({ index: { byteStart, byteEnd }, features: [feature] })
  }
  return facets
}

function makeFeature(span: FacetRange, dids: Readonly<Record<string, string>>): JsonObject | null {
  switch (span.kind) {
    case 'link':
      return { $type: 'app.bsky.richtext.facet#link', uri: span.value }
    case 'hashtag':
      return { $type: 'app.bsky.richtext.facet#tag', tag: span.value }
    case 'mention': {
      const did = Object.hasOwn(dids, handleOf(span)) ? dids[handleOf(span)] : undefined
      return did === undefined ? null : { $type: 'app.bsky.richtext.facet#mention', did }
    }
  }
}

/** The handles a text may mention, each once, in lower case. */
export function findHandles(text: string): string[] {
  const mentions = findSpans(text).filter(({ kind }) => kind === 'mention')
  return [...new Set(mentions.map(handleOf))]
}

function handleOf(span: FacetRange): string {
  return span.value.toLowerCase()
}

function findMentions(text: string): FacetRange[] {
  return [...text.matchAll(mention)].flatMap((match) => {
    const [value, [start, end]] = groupOf(match)
    const isHandle = isValidHandle(value) && (isDomain(value) || value.toLowerCase().endsWith('.test'))
    return isHandle ? [{ kind: 'mention' as const, start: start - 1, end, value }] : []
  })
}

function findLinks(text: string): FacetRange[] {
  return [...text.matchAll(link)].flatMap((match) => {
    const [found, [start]] = groupOf(match)
    const domain = match.groups?.domain
    if (domain !== undefined && !isDomain(domain)) return []
    const shown = withoutPunctuation(found)
    const value = domain === undefined ? shown : `https://${shown}`
    // An address that the server would refuse stays plain text, so that it cannot cost the post.
    return isValidUri(value) ? [{ kind: 'link' as const, start, end: start + shown.length, value }] : []
  })
}

function withoutPunctuation(found: string): string {
  const stopped = /[.,;:!?]$/.test(found) ? found.slice(0, -1) : found
  return stopped.endsWith(')') && !stopped.includes('(') ? stopped.slice(0, -1) : stopped
}

function findHashtags(text: string): FacetRange[] {
  return [...text.matchAll(hashtag)].flatMap((match) => {
    const [found, [start]] = groupOf(match)
    const value = found.replace(/(?<!\p{P})\p{P}+$/u, '')
    const fits = countGraphemes(value) <= maxTagGraphemes && Buffer.byteLength(value) <= maxTagBytes
    return value !== '' && fits
      ? [{ kind: 'hashtag' as const, start: start - 1, end: start + value.length, value }]
      : []
  })
}

/** `$CRWD`: a tag too, stored with its sign. */
function findCashtags(text: string): FacetRange[] {
  return [...text.matchAll(cashtag)].map((match) => {
    const [found, [start, end]] = groupOf(match)
    return { kind: 'hashtag', start: start - 1, end, value: `$${found.toUpperCase()}` }
  })
}

/** The first group and its place; every pattern above has one, which takes part in every match. */
function groupOf(match: RegExpExecArray): [string, [number, number]] {
  const place = match.indices?.[1]
  if (match[1] === undefined || place === undefined) throw new Error('A pattern has lost its group.')
  return [match[1], place]
}

/** Whether a name ends in one of the endings that are given out. */
export function isDomain(name: string): boolean {
  return domains.has(name.slice(name.lastIndexOf('.') + 1))
}
