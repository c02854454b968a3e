/** A feed as it was read: RSS 0.9x to 2.0, RSS 1.0, Atom or JSON Feed. All texts are plain, one line, and bounded. */
export interface FeedDocument {
  readonly format: FeedFormat
  /** '' where it has none. */
  readonly title: string
  /** The page that the feed is about; null where it names none. */
  readonly siteUrl: string | null
  /** For how long it says that it need not be read again, in minutes; null where it says nothing. */
  readonly ttlMinutes: number | null
  /** The newest first; each identity once. */
  readonly items: readonly FeedItem[]
}

export const feedFormats = ['rss', 'rss1', 'atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

/** One item of a feed. */
export interface FeedItem {
  /** SHA-256 in hex of what the item is known by: its id, else its link, else its words. */
  readonly identity: string
  /** SHA-256 in hex of its link, where no other item of the feed has that; null where it says nothing about which item it is. */
  readonly linkIdentity: string | null
  /** The beginning of its summary where it has no title; '' where it has neither. */
  readonly title: string
  readonly link: string | null
  readonly summary: string
  readonly author: string
  readonly categories: readonly string[]
  /** A time of ISO 8601; null where it has none that can be read. */
  readonly publishedAt: string | null
  readonly pictureUrl: string | null
  /** The words that describe the picture; '' where the feed has none. */
  readonly pictureAlt: string
}

/** A page that names feeds in its head, in its order. */
export interface NamedFeed {
  readonly url: string
  readonly title: string
}

/** The contents of an address that was asked for a feed. */
export type ReadFeed =
  | { readonly kind: 'feed'; readonly feed: FeedDocument }
  | { readonly kind: 'page'; readonly feeds: readonly NamedFeed[] }
  /** Neither a feed nor a page. */
  | { readonly kind: 'other' }
  /** A feed with more items than are read. */
  | { readonly kind: 'too_many' }

/** The most items of one feed. One with more is not read, for which of them are new could not be told. */
export const mostItems = 2_000
/** The most feeds that a page may name. */
export const mostNamed = 10

/** An item as a reader of one format collects it, before its words are made plain. '' stands for what is not there. */
export interface RawItem {
  id: string
  link: string
  title: string
  /** Whether the title and the summary are HTML. */
  isTitleHtml: boolean
  summary: string
  isSummaryHtml: boolean
  content: string
  author: string
  categories: string[]
  published: string
  updated: string
  /** Pictures in the order in which they are preferred. */
  pictures: RawPicture[]
  /** The address of an attached file, for an item without a link. */
  attachment: string
}

export interface RawPicture {
  readonly url: string
  readonly alt: string
}

export interface RawFeed {
  format: FeedFormat
  title: string
  siteUrl: string
  ttlMinutes: number | null
  items: RawItem[]
}

export function newRawItem(): RawItem {
  return {
    id: '',
    link: '',
    title: '',
    isTitleHtml: true,
    summary: '',
    isSummaryHtml: true,
    content: '',
    author: '',
    categories: [],
    published: '',
    updated: '',
    pictures: [],
    attachment: '',
  }
}
