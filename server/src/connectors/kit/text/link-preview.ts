import { isIP } from 'node:net'
import { timedOut, withTimeout } from '../../../lib/concurrency/with-timeout.ts'
import { fetchFollowing } from '../../../lib/safe-fetch/fetch-following.ts'
import { type PagePreview, readPagePreview } from '../../../lib/web-page/page-preview.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../../connector.ts'

// A stranger's server may not delay a post: without an answer in time there is no preview.
const pageLimits: FetchLimits = { timeoutMs: 3_000, maxBytes: 3_000_000, isPublicOnly: true }
const imageLimits: FetchLimits = { timeoutMs: 3_000, maxBytes: 8_000_000, isPublicOnly: true }
const pageWithinMs = 4_000
const imageWithinMs = 4_000

type IsPublicName = (name: string) => boolean

/** The description that a page gives of itself; `image` is null when it has none that can be read. */
export interface LinkPreview extends Pick<PagePreview, 'title' | 'description'> {
  readonly image: Uint8Array | null
}

/**
 * Reads a page for the card of a link, with its picture. The page is a stranger's, so a fault in it costs the preview or
 * its picture, and is no error. Everybody can read the card, so a page or picture inside the networks of OUTBOUND_ALLOW is
 * never read, nor followed to by a redirect. Null when it cannot be shown.
 * @param isPublicName whether a host name is one of the public internet's
 */
export async function readLinkPreview(
  uri: string,
  io: ConnectIo,
  isPublicName: IsPublicName,
): Promise<LinkPreview | null> {
  const page = await readWithin(pageWithinMs, readPage(uri, io, isPublicName))
  if (!page) return null
  const { title, description, imageUrl } = page
  const image =
    imageUrl === null ? null : await readWithin(imageWithinMs, readImage(imageUrl, io, isPublicName))
  return { title, description, image }
}

/** The result of reading a stranger's server; null when it fails or takes longer than `ms`. */
async function readWithin<Result>(ms: number, reading: Promise<Result | null>): Promise<Result | null> {
  try {
    const found = await withTimeout(ms, reading)
    return found === timedOut ? null : found
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

async function readPage(uri: string, io: ConnectIo, isPublicName: IsPublicName): Promise<PagePreview | null> {
  const found = await fetchFollowing({
    url: uri,
    accept: 'text/html, application/xhtml+xml',
    fetch: (request) => io.fetch(request, pageLimits),
    mayAsk: (url) => isOfTheWeb(url, isPublicName),
  })
  return found && readPagePreview(found.answer.bytes, found.answer.headers['content-type'], found.url)
}

async function readImage(url: string, io: ConnectIo, isPublicName: IsPublicName): Promise<Uint8Array | null> {
  const found = await fetchFollowing({
    url,
    accept: 'image/*',
    fetch: (request) => io.fetch(request, imageLimits),
    mayAsk: (each) => isOfTheWeb(each, isPublicName),
  })
  return found?.answer.bytes ?? null
}

// Host names of one label belong to an intranet, which posts must not tell of. The guard judges IP addresses.
function isOfTheWeb({ protocol, hostname }: URL, isPublicName: IsPublicName): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return ['https:', 'http:'].includes(protocol) && (isAddress || isPublicName(hostname.toLowerCase()))
}
