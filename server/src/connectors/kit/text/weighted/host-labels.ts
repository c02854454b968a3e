import tlds from 'tlds' with { type: 'json' }

/** One label of a stretch of host letters, as places in the text; a dot or the end of the stretch follows it. */
export interface Label {
  readonly start: number
  readonly end: number
  /** The end of the top-level domain that the label begins with; null where it begins with none. */
  readonly tldEnd: number | null
  /** The place of its last underscore, which may stand in a subdomain alone; -1 without one. */
  readonly underscore: number
  /** The number of the label whose top-level domain ends the longest domain from this one on; null where there is none. */
  readonly reach: number | null
}

/** Cuts a stretch of host letters at its dots. Each label is looked at once, from the last to the first. */
export function readLabels(text: string, start: number, end: number): Label[] {
  const labels: Label[] = []
  const starts = [start]
  for (let dot = text.indexOf('.', start); dot >= 0 && dot < end; dot = text.indexOf('.', dot + 1))
    starts.push(dot + 1)
  for (let index = starts.length - 1; index >= 0; index--) {
    const from = starts[index] ?? start
    const to = (starts[index + 1] ?? end + 1) - 1
    const underscore = text.slice(from, to).lastIndexOf('_')
    const label = {
      start: from,
      end: to,
      tldEnd: findTld(text, from, to),
      underscore: underscore < 0 ? -1 : from + underscore,
    }
    labels[index] = { ...label, reach: reachFrom(text, label, from, index, labels[index + 1]) }
  }
  return labels
}

/** The number of the label that ends the longest domain from a place within a label on; null where none begins there. */
export function reachFrom(
  text: string,
  { end, underscore }: Pick<Label, 'end' | 'underscore'>,
  at: number,
  index: number,
  next: Label | undefined,
): number | null {
  if (at >= end || next === undefined || edge.test(text.charAt(at)) || edge.test(text.charAt(end - 1)))
    return null
  if (next.reach !== null) return next.reach
  return next.tldEnd !== null && underscore < at ? index + 1 : null
}

/** Letters that no label begins or ends with. */
const edge = /[-_]/

const domains = new Set(tlds)
const longestTld = Math.max(...tlds.map((tld) => tld.length))
const afterTld = /[^0-9A-Za-z@+-]/

function findTld(text: string, start: number, end: number): number | null {
  const punycode = /^xn--[-0-9a-z]+/i.exec(text.slice(start, Math.min(end, start + longestLabel)))
  if (punycode) return start + punycode[0].length
  for (let to = Math.min(end, start + longestTld); to > start; to--) {
    if (to < text.length && !afterTld.test(text.charAt(to))) continue
    if (domains.has(text.slice(start, to).toLowerCase())) return to
  }
  return null
}

// RFC 1035, 2.3.4.
const longestLabel = 63

/** Whether every label of a host is short enough for the domain name system, as it is written there. */
export function isNameable(host: string): boolean {
  return host.split('.').every((label) => {
    if (/^\p{ASCII}*$/u.test(label)) return label.length <= longestLabel
    // Each letter takes at least one in ASCII, so that only short labels are converted.
    return Array.from(label).length <= longestLabel && asciiLength(label) <= longestLabel
  })
}

/** The letters of a label as the domain name system writes it; none where it cannot. */
function asciiLength(label: string): number {
  return URL.parse(`http://${label}`)?.hostname.length ?? 0
}

/**
 * The parts of a domain, from a place in its first label on, that are written in Latin letters and end with a top-level
 * domain: all that becomes a link where no scheme stands before it.
 */
export function latinDomainsOf(
  text: string,
  labels: readonly Label[],
  at: number,
): { readonly start: number; readonly end: number }[] {
  const from = labels.map(({ start, end }) => latinStart(text, Math.max(start, at), end))
  const reach: (number | null)[] = labels.map(() => null)
  for (let index = labels.length - 2; index >= 0; index--) {
    const [label, next] = [labels[index], labels[index + 1]]
    if (!label || !next || (from[index] ?? 0) >= label.end) continue
    const onward = from[index + 1] === next.start ? (reach[index + 1] ?? null) : null
    reach[index] = onward ?? (next.tldEnd === null ? null : index + 1)
  }
  const found: { start: number; end: number }[] = []
  for (const [index, label] of labels.entries()) {
    const start = Math.max(from[index] ?? at, found.at(-1)?.end ?? at)
    const end = labels[reach[index] ?? -1]?.tldEnd ?? null
    if (end !== null && start < label.end) found.push({ start, end })
  }
  return found
}

/** The place from which on a label has Latin letters alone. */
function latinStart(text: string, start: number, end: number): number {
  let at = end
  while (at > start && latin.test(text.charAt(at - 1))) at--
  return at
}

/** ASCII, and the letters with accents that the library counts in. */
export const accents =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff'
const latin = new RegExp(`[-a-z0-9${accents}]`, 'i')
