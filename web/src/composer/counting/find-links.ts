/** A place in a text, in UTF-16 units, end exclusive. */
export interface Range {
  readonly kind: 'link' | 'mention' | 'hashtag' | 'over'
  readonly start: number
  readonly end: number
}

type Offsets = Pick<Range, 'start' | 'end'>

const patterns = [
  ['link', /https?:\/\/[^\s<>"]+/giu],
  ['mention', /(?<![\p{L}\p{N}_@/])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu],
  ['hashtag', /(?<![\p{L}\p{N}_#&/])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}\p{M}_]+/gu],
] as const

/** Finds links, mentions and hashtags as the server does, in order. None lies within another. */
export function findRanges(text: string): Range[] {
  if (!/[:@#]/.test(text)) return []
  const found: Range[] = []
  for (const [kind, pattern] of patterns)
    for (const { 0: whole, index: start } of text.matchAll(pattern)) {
      const end = start + (kind === 'link' ? trimmedLength(whole) : whole.length)
      const isTaken = found.some((one) => start < one.end && one.start < end)
      if (!isTaken) found.push({ kind, start, end })
    }
  return found.sort((one, other) => one.start - other.start)
}

const sentenceMarks = /[.,;:!?'’”…]/u

/** The length of a link without the punctuation of its sentence. A closing bracket stays if it was opened in the link. */
function trimmedLength(link: string): number {
  const opensBracket = link.includes('(')
  let end = link.length
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1)
    if (!sentenceMarks.test(last) && (last !== ')' || opensBracket)) break
  }
  return end
}

// Bare domains count as links where a network finds them. The server knows every ending; these are all of two letters and
// those that people use most, so that a first count is right nearly always, and the server's own count follows.
const endings =
  'com|org|net|edu|gov|info|biz|dev|app|blog|shop|store|online|site|cloud|tech|news|art|music|social|page|pub|cafe|bar|club|live|world|space|agency|studio|design|media|email|link|click|xyz|top|berlin|london|paris|wien|museum|travel|events|tools|codes|academy|pizza|photo|photos|video|today|wiki|works|zone'
const domainPattern = `(?<![\\p{L}\\p{N}@#$_./-])(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+(?:${endings}|[a-z]{2})(?![\\p{L}\\p{N}@_-])(?:/[\\w!*';:=+,.$/%#\\[\\]\\-~@|&()]*[\\w+\\-=#/])?/?`
// A browser takes milliseconds to read it.
let domain: RegExp | undefined

/** Finds addresses and bare domains such as `example.com`. */
export function findDomains(text: string): Offsets[] {
  if (!text.includes('.')) return []
  const addresses = findRanges(text).filter(({ kind }) => kind === 'link')
  domain ??= new RegExp(domainPattern, 'giu')
  const bare = [...text.matchAll(domain)]
    .map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
    .filter(({ start, end }) => !addresses.some((one) => start < one.end && one.start < end))
  return [...addresses, ...bare].sort((one, other) => one.start - other.start)
}

/** The first link of a text; null where it has none. */
export function firstLink(text: string): string | null {
  const found = findRanges(text).find(({ kind }) => kind === 'link')
  return found === undefined ? null : text.slice(found.start, found.end)
}
