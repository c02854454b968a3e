import { cleanText } from '../text/clean-text.ts'
import { decodeFeed } from './feed-charset.ts'
import type { ReadFeed } from './feed-document.ts'
import { findFeeds } from './find-feeds.ts'
import { finishItems } from './finish-items.ts'
import { readAddress, readWords } from './item-words.ts'
import { readJsonFeed } from './read-json-feed.ts'
import { readXmlFeed } from './read-xml-feed.ts'

/**
 * Reads a feed, or a page that names feeds, however broken or hostile it is: in linear time, and nothing in it is
 * followed or unfolded. By its contents, whatever its type is said to be.
 * @param url where the bytes came from, for addresses that are relative
 */
export function readFeed(bytes: Uint8Array, contentType: string | undefined, url: string): ReadFeed {
  const text = decodeFeed(bytes, contentType)
  const start = text.slice(0, 1_000).trimStart().charAt(0)
  const raw = start === '{' ? readJsonFeed(text) : readXmlFeed(text)
  if (raw === 'too_many') return { kind: 'too_many' }
  if (raw === null) {
    const feeds = start === '<' ? findFeeds(text, url) : null
    return feeds === null ? { kind: 'other' } : { kind: 'page', feeds }
  }
  const { format, siteUrl, ttlMinutes } = raw
  const title =
    format === 'json' ? cleanText(raw.title, 200) : readWords(raw.title.slice(0, 5_000), 200).words
  return {
    kind: 'feed',
    feed: { format, title, siteUrl: readAddress(siteUrl, url), ttlMinutes, items: finishItems(raw, url) },
  }
}
