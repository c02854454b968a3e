import { type FeedFormat, mostItems, newRawItem, type RawFeed, type RawItem } from './feed-document.ts'
import { isItem, readItemElement, storeItemText } from './item-elements.ts'
import { readXml } from './read-xml.ts'

/** More nesting than any feed has; what stands deeper is text of what is above it. */
const deepest = 40
/** The most of one element that is read. */
const longestText = 100_000
/** The minutes that the periods of the Syndication module stand for. */
const periods: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

const formats: Readonly<Record<string, FeedFormat>> = {
  rss: 'rss',
  'rdf:rdf': 'rss1',
  feed: 'atom',
}

/** An element that is open. */
interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  text: string
}

/** Reads RSS or Atom. Null where the first element is neither; `too_many` where it has more items than are read. */
export function readXmlFeed(xml: string): RawFeed | 'too_many' | null {
  const state = new Reading()
  readXml(xml, state)
  return state.hasTooMany ? 'too_many' : state.feed
}

/** The reading of one document: where it is, and what it has found. */
class Reading {
  feed: RawFeed | null = null
  hasTooMany = false
  #isRefused = false
  #item: RawItem | null = null
  readonly #stack: Open[] = []
  #deeper = 0
  #frequency = 1
  #period: number | null = null

  open(given: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#isRefused) return
    const name = withoutUsualPrefix(given)
    if (this.feed === null) {
      this.#begin(name, given)
      this.#push({ name, attributes, text: '' })
      return
    }
    if (this.#item === null && isItem(name)) this.#beginItem(attributes)
    else if (this.#item !== null) readItemElement(this.#item, name, attributes, this.#parent())
    else this.#readFeedElement(name, attributes)
    this.#push({ name, attributes, text: '' })
  }

  close(given: string): void {
    if (this.#deeper > 0) {
      this.#deeper -= 1
      return
    }
    const name = withoutUsualPrefix(given)
    const at = this.#stack.findLastIndex((open) => open.name === name)
    if (at <= 0) return
    while (this.#stack.length > at) this.#pop()
  }

  text(text: string): void {
    const open = this.#stack.at(-1)
    if (open !== undefined && open.text.length < longestText) open.text += text.slice(0, longestText)
  }

  #begin(name: string, given: string): void {
    const format = formats[name] ?? formats[given]
    if (format === undefined) this.#isRefused = true
    else this.feed = { format, title: '', siteUrl: '', ttlMinutes: null, items: [] }
  }

  #beginItem(attributes: ReadonlyMap<string, string>): void {
    this.#item = newRawItem()
    this.#item.id = attributes.get('rdf:about') ?? ''
  }

  #readFeedElement(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.feed === null || name !== 'link' || !this.#isOfFeed(this.#stack.at(-1)?.name)) return
    const href = attributes.get('href') ?? ''
    if (href !== '' && (attributes.get('rel') ?? 'alternate') === 'alternate') this.feed.siteUrl ||= href
  }

  #push(open: Open): void {
    if (this.#stack.length < deepest) this.#stack.push(open)
    else this.#deeper += 1
  }

  #pop(): void {
    const open = this.#stack.pop()
    if (open === undefined || this.feed === null) return
    const parent = this.#parent()
    if (this.#item === null) this.#storeFeedText(open, parent)
    else if (isItem(open.name)) this.#endItem(this.#item, this.feed)
    else {
      storeItemText(this.#item, open, parent)
      this.#passOn(open)
    }
  }

  /** The words of an element belong to the element around it too, such as those of XHTML in the content of Atom. */
  #passOn({ text, name }: Open): void {
    const parent = this.#stack.at(-1)
    if (parent === undefined || isItem(parent.name) || name === 'name') return
    if (parent.text.length < longestText) parent.text += ` ${text} `
  }

  #endItem(item: RawItem, feed: RawFeed): void {
    this.#item = null
    if (feed.items.length >= mostItems) this.hasTooMany = true
    else feed.items.push(item)
  }

  #storeFeedText({ name, text }: Open, parent: string): void {
    if (this.feed === null || !this.#isOfFeed(parent)) return
    const words = text.trim()
    if (name === 'title') this.feed.title ||= words
    if (name === 'link') this.feed.siteUrl ||= words
    if (name === 'ttl' && /^\d{1,7}$/.test(words)) this.feed.ttlMinutes = Number(words)
    if (name === 'sy:updateperiod') this.#period = periods[words.toLowerCase()] ?? null
    if (name === 'sy:updatefrequency' && /^[1-9]\d{0,3}$/.test(words)) this.#frequency = Number(words)
    if (this.#period !== null) this.feed.ttlMinutes ??= Math.ceil(this.#period / this.#frequency)
  }

  #parent(): string {
    return this.#stack.at(-1)?.name ?? ''
  }

  #isOfFeed(parent: string | undefined): boolean {
    return parent === 'channel' || parent === 'feed'
  }
}

/** Feeds write the names of RSS and Atom with these prefixes or without one. */
function withoutUsualPrefix(name: string): string {
  return name.replace(/^(?:rss|a10|default):/, '').replace(/^atom:(?=feed$|entry$|link$)/, '')
}
