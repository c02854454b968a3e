import { isIP } from 'node:net'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type PagePreview, readPagePreview } from '../../lib/web-page/page-preview.ts'
import { late, within } from '../../lib/within.ts'
import { type ConnectIo, Failure, type FetchLimits } from '../connector.ts'

// A stranger's server may not delay a post: without an answer in time there is no preview.
const pageLimits: FetchLimits = { timeoutMs: 3_000, maxBytes: 3_000_000, isPublicOnly: true }
const imageLimits: FetchLimits = { timeoutMs: 3_000, maxBytes: 8_000_000, isPublicOnly: true }
const pageWithinMs = 4_000
const imageWithinMs = 4_000
const mostRedirects = 3

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
    const found = await within(ms, reading)
    return found === late ? null : found
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

async function readPage(uri: string, io: ConnectIo, isPublicName: IsPublicName): Promise<PagePreview | null> {
  const found = await fetchFollowing(uri, 'text/html, application/xhtml+xml', pageLimits, io, isPublicName)
  return found && readPagePreview(found.answer.bytes, found.answer.headers['content-type'], found.url)
}

async function readImage(url: string, io: ConnectIo, isPublicName: IsPublicName): Promise<Uint8Array | null> {
  const found = await fetchFollowing(url, 'image/*', imageLimits, io, isPublicName)
  return found?.answer.bytes ?? null
}

/** The answer at the end of up to three redirects, each guarded like a first request; null where there is none. */
async function fetchFollowing(
  first: string,
  accept: string,
  limits: FetchLimits,
  io: ConnectIo,
  isPublicName: IsPublicName,
): Promise<{ url: string; answer: OutboundAnswer } | null> {
  let url = URL.parse(first)
  for (let hops = 0; url && hops <= mostRedirects; hops++) {
    if (!isOfTheWeb(url, isPublicName)) return null
    url.hash = ''
    const answer = await io.fetch({ method: 'GET', url: url.href, headers: { accept }, body: null }, limits)
    if (answer.status === 200) return { url: url.href, answer }
    const next = answer.status >= 301 && answer.status <= 308 ? answer.headers.location : undefined
    const target = next === undefined ? null : URL.parse(next, url.href)
    url = url.protocol === 'https:' && target?.protocol === 'http:' ? null : target
  }
  return null
}

// Host names of one label belong to an intranet, which posts must not tell of. The guard judges IP addresses.
function isOfTheWeb({ protocol, hostname }: URL, isPublicName: IsPublicName): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return ['https:', 'http:'].includes(protocol) && (isAddress || isPublicName(hostname.toLowerCase()))
}
