import type { Context, Mode } from '../context.ts'
import type { FeedDocument, NamedFeed, ReadFeed } from '../lib/feed-reading/feed-document.ts'
import { mostItems } from '../lib/feed-reading/feed-document.ts'
import { readRetryAfter } from '../lib/retry-after.ts'
import { type Outbound, type OutboundAnswer, OutboundError } from '../lib/safe-fetch/outbound.ts'
import { sentence } from '../lib/text/sentence.ts'
import { type FeedFault, feedFault } from './feed-fault.ts'

/** A feed, and what its server said of the answer. */
export interface FoundFeed {
  readonly kind: 'feed'
  /** The address that answered, after redirects and the page that named it. */
  readonly url: string
  readonly feed: FeedDocument
  /** All feeds that the page named; empty where the address was the feed's own. */
  readonly named: readonly NamedFeed[]
  readonly etag: string | null
  readonly lastModified: string | null
  /** For how long it need not be asked again, by its server or by itself; 0 where neither says. */
  readonly freshForMs: number
}

export type FetchedFeed =
  | FoundFeed
  | { readonly kind: 'unchanged'; readonly freshForMs: number }
  | { readonly kind: 'fault'; readonly fault: FeedFault }

export interface FeedAddress {
  readonly workspaceId: string
  readonly mode: Mode
  readonly url: string
  /** The words of its server about the answer that is known. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** Whether a page may stand there that names its feed. */
  readonly mayBePage: boolean
}

type Parts = Pick<Context, 'outbound' | 'testFeeds' | 'feedReader'>

/** A feed of 2,000 long articles has as much. */
const maxBytes = 4 * 1024 ** 2
/** For one answer, and for all redirects together. */
const [timeoutMs, patienceMs] = [12_000, 20_000]
const mostRedirects = 3
const accept =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.6, */*;q=0.5'

/**
 * Fetches and reads a feed. A fault of it or of its server is an answer. Test data reach nothing but the sample feed of the
 * sandbox.
 * @throws Problem 503 when there is no time to read it
 */
export async function fetchFeed(parts: Parts, address: FeedAddress): Promise<FetchedFeed> {
  const first = await fetchOnce(parts, address)
  if (!('page' in first)) return first
  const [named] = first.page
  if (named === undefined || !address.mayBePage) return fault(noFeed(address.url))
  const second = await fetchOnce(parts, { ...address, url: named.url })
  if ('page' in second) return fault(noFeed(named.url))
  return second.kind === 'feed' ? { ...second, named: first.page } : second
}

type Page = { readonly page: readonly NamedFeed[] }

async function fetchOnce(parts: Parts, address: FeedAddress): Promise<FetchedFeed | Page> {
  const outbound = address.mode === 'test' ? parts.testFeeds.outbound : parts.outbound
  const asked = await follow(outbound, address).catch((error: unknown) => {
    if (error instanceof OutboundError) return explain(error, address, parts.testFeeds.sampleUrl)
    throw error
  })
  if ('code' in asked) return fault(asked)
  const { answer, url } = asked
  const freshForMs = maxAgeOf(answer)
  if (answer.status === 304) return { kind: 'unchanged', freshForMs }
  if (answer.status !== 200) return fault(refusalOf(answer, url))
  const order = { bytes: answer.bytes, contentType: answer.headers['content-type'] ?? null, url }
  const read = await parts.feedReader.read(address.workspaceId, order)
  return toFound(read, { answer, url, freshForMs })
}

function toFound(
  read: ReadFeed | null,
  { answer, url, freshForMs }: Asked & { readonly freshForMs: number },
): FetchedFeed | Page {
  const host = hostOf(url)
  switch (read?.kind) {
    case undefined:
      return fault(
        feedFault('feed_too_complex', sentence('Reading the feed of {host} takes too long.', { host })),
      )
    case 'page':
      return { page: read.feeds }
    case 'other':
      return fault(noFeed(url))
    case 'too_many': {
      const detail = sentence(
        'The feed of {host} has more than {most} items, which is the most that is read.',
        {
          host,
          most: mostItems,
        },
      )
      return fault(feedFault('feed_too_long', detail))
    }
    case 'feed': {
      const { feed } = read
      return {
        kind: 'feed',
        url,
        feed,
        named: [],
        etag: validator(answer.headers.etag),
        lastModified: validator(answer.headers['last-modified']),
        freshForMs: Math.max(freshForMs, (feed.ttlMinutes ?? 0) * 60_000),
      }
    }
  }
}

interface Asked {
  readonly answer: OutboundAnswer
  readonly url: string
}

async function follow(
  outbound: Outbound,
  { url: first, etag, lastModified }: FeedAddress,
): Promise<Asked | FeedFault> {
  const signal = AbortSignal.timeout(patienceMs)
  const known = {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
  let url = new URL(first)
  for (let followed = 0; ; followed += 1) {
    url.hash = ''
    const headers = { accept, 'accept-encoding': 'gzip', ...known }
    const request = { method: 'GET', url: url.href, headers, body: null } as const
    const answer = await outbound.fetch(request, { signal, timeoutMs, maxBytes })
    const { location } = answer.headers
    if (answer.status < 301 || answer.status > 308 || answer.status === 304 || location === undefined)
      return { answer, url: url.href }
    const next = URL.parse(location, url.href)
    if (
      followed === mostRedirects ||
      next === null ||
      (url.protocol === 'https:' && next.protocol !== 'https:')
    ) {
      const detail = sentence('{host} leads on to an address that is not followed.', { host: url.hostname })
      return feedFault('feed_refused', detail)
    }
    url = next
  }
}

function explain(error: OutboundError, { url, mode }: FeedAddress, sampleUrl: string): FeedFault {
  if (error.kind === 'blocked' && mode === 'test') {
    const detail = sentence(
      'Test data read no feeds of other servers, for nothing of them leaves this one. Try it with {sampleUrl}.',
      { sampleUrl },
    )
    return feedFault('feed_not_allowed', detail)
  }
  if (error.kind === 'blocked') {
    const detail =
      'Crier may not read from this address. It must begin with https://, name a host of the public internet, and carry no user name and no other port than 443.'
    return feedFault('feed_not_allowed', detail)
  }
  const detail = sentence(
    '{host} could not be reached, did not answer in time, or sent more than {most} MB.',
    {
      host: hostOf(url),
      most: maxBytes / 1024 ** 2,
    },
  )
  return feedFault('feed_unreachable', detail)
}

function refusalOf(answer: OutboundAnswer, url: string): FeedFault {
  const host = hostOf(url)
  if (answer.status === 410) {
    const detail = sentence('{host} says that this feed is gone for good.', { host })
    return feedFault('feed_gone', detail, { isGone: true })
  }
  const detail = sentence('{host} answered with the status {status} instead of the feed.', {
    host,
    status: answer.status,
  })
  return feedFault('feed_refused', detail, { retryAfterMs: readRetryAfter(answer, new Date()) })
}

function noFeed(url: string): FeedFault {
  const detail = sentence(
    'There is no feed at this address of {host}, and no page that names one. Crier reads RSS, Atom and JSON Feed.',
    { host: hostOf(url) },
  )
  return feedFault('no_feed', detail)
}

function fault(found: FeedFault): FetchedFeed {
  return { kind: 'fault', fault: found }
}

function hostOf(url: string): string {
  return new URL(url).hostname
}

/** A server gets its own words back, if they can stand in a header. */
function validator(text: string | undefined): string | null {
  return text !== undefined && /^[\x20-\x7e]{1,300}$/.test(text) ? text : null
}

function maxAgeOf({ headers }: OutboundAnswer): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers['cache-control'] ?? '')?.[1]
  return seconds === undefined ? 0 : Number(seconds) * 1_000
}
