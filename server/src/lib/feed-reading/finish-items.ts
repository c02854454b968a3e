import { createHash } from 'node:crypto'
import { cleanText } from '../text/clean-text.ts'
import { excerptOf } from '../text/excerpt.ts'
import type { FeedItem, RawFeed, RawItem } from './feed-document.ts'
import { readAddress, readTime, readWords } from './item-words.ts'

const longest = { title: 300, summary: 1_500, author: 150, category: 80, alt: 1_000 }
const mostCategories = 20
/** Items beyond these are known by their identity and title alone. */
const mostWhole = 100

/** Parameters that say by which way a reader came, and nothing about the page. */
const wayParameters = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|ref_src|source|cmpid)$/i

/** An item before its text is made plain. */
interface Known {
  readonly raw: RawItem
  readonly identity: string
  readonly link: string | null
  readonly publishedAt: string | null
}

/** Makes the items of a feed plain: the newest first, each once. `url` is where the feed was, for relative addresses. */
export function finishItems(feed: RawFeed, url: string): FeedItem[] {
  const base = readAddress(feed.siteUrl, url) ?? url
  const known = new Map<string, Known>()
  for (const raw of feed.items) {
    const link = readAddress(raw.link, base) ?? readAddress(raw.attachment, base)
    const identity = identityOf(raw, link)
    const publishedAt = readTime(raw.published) ?? readTime(raw.updated)
    if (!known.has(identity)) known.set(identity, { raw, identity, link, publishedAt })
  }
  const items = newestFirst([...known.values()])
  const linkIdentities = identifyLinks(items, base)
  return items.map((item, index) => {
    const linkIdentity = linkIdentities.get(item.identity) ?? null
    return index < mostWhole ? finish(item, linkIdentity, base) : name(item, linkIdentity)
  })
}

/** Its id, else its link, else its words. */
function identityOf(raw: RawItem, link: string | null): string {
  const id = raw.id.trim()
  if (id !== '') return digest('id', /^https?:/i.test(id) ? plainLink(id) : id)
  if (link !== null) return digest('link', plainLink(link))
  return digest('words', JSON.stringify([raw.title, raw.summary, raw.content, raw.published]))
}

/** Links that only one item of the feed has, and that are not the page of the feed itself: they tell items apart, too. */
function identifyLinks(items: readonly Known[], site: string): Map<string, string> {
  const uses = new Map<string, number>()
  for (const { link } of items) {
    const plain = link === null ? '' : plainLink(link)
    uses.set(plain, (uses.get(plain) ?? 0) + 1)
  }
  const found = new Map<string, string>()
  for (const { identity, link } of items) {
    const plain = link === null ? '' : plainLink(link)
    if (plain !== '' && uses.get(plain) === 1 && plain !== plainLink(site))
      found.set(identity, digest('link', plain))
  }
  return found
}

/** An address as far as it names a page: without its scheme, `www.`, its last part and parameters of the way to it. */
function plainLink(link: string): string {
  const url = URL.parse(link)
  if (url === null) return link
  for (const parameter of [...url.searchParams.keys()])
    if (wayParameters.test(parameter)) url.searchParams.delete(parameter)
  const path = url.pathname.replace(/\/$/, '')
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
}

function digest(kind: string, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('hex')
}

/** Feeds without a time for each item keep their own order, which is that of nearly all: the newest first. */
function newestFirst(items: readonly Known[]): Known[] {
  if (items.some(({ publishedAt }) => publishedAt === null)) return [...items]
  return items.toSorted((a, b) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? ''))
}

function finish(
  { raw, identity, link, publishedAt }: Known,
  linkIdentity: string | null,
  base: string,
): FeedItem {
  const content = readWords(raw.content, longest.summary)
  const summary = raw.isSummaryHtml
    ? readWords(raw.summary, longest.summary)
    : { words: cleanText(raw.summary, longest.summary), picture: null }
  const words = summary.words || content.words
  const picture = [...raw.pictures, content.picture, summary.picture]
    .flatMap((each) => each ?? [])
    .map(({ url, alt }) => ({ url: readAddress(url, base), alt }))
    .find(({ url }) => url !== null)
  return {
    identity,
    linkIdentity,
    title: titleOf(raw) || excerptOf(words, 100),
    link,
    summary: words,
    author: cleanText(
      raw.author.replace(/^[^\s()]{1,100}@[^\s()]{1,100} \((.{1,150})\)$/, '$1'),
      longest.author,
    ),
    categories: categoriesOf(raw.categories),
    publishedAt,
    pictureUrl: picture?.url ?? null,
    pictureAlt: cleanText(picture?.alt ?? '', longest.alt),
  }
}

/** An old item, of which only the name is ever shown. */
function name({ raw, identity, link, publishedAt }: Known, linkIdentity: string | null): FeedItem {
  const title = titleOf(raw).slice(0, 100).toWellFormed()
  const nothing = { summary: '', author: '', categories: [], pictureUrl: null, pictureAlt: '' }
  return { identity, linkIdentity, title, link, publishedAt, ...nothing }
}

function titleOf({ title, isTitleHtml }: RawItem): string {
  return isTitleHtml ? readWords(title.slice(0, 5_000), longest.title).words : cleanText(title, longest.title)
}

function categoriesOf(given: readonly string[]): string[] {
  const words = given.slice(0, 5 * mostCategories).map((each) => cleanText(each, longest.category))
  return [...new Set(words.filter((each) => each !== ''))].slice(0, mostCategories)
}
