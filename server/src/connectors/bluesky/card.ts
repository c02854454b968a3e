import { isIP } from 'node:net'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type PagePreview, readPagePreview } from '../../lib/web-page/page-preview.ts'
import { late, within } from '../../lib/within.ts'
import { Failure, type FetchLimits, type Io, type Step } from '../connector.ts'
import type { LinkCard } from './artefacts.ts'
import { findSpans, isDomain } from './facets.ts'
import { wordsOf } from './record.ts'
import { uploadThumb } from './upload.ts'

// A stranger's server may not delay a post: without an answer in time there is no card.
const pageLimits: FetchLimits = { timeoutMs: 3_000, maxBytes: 3_000_000 }
const imageLimits: FetchLimits = { timeoutMs: 3_000, maxBytes: 8_000_000 }
const pageWithinMs = 4_000
const imageWithinMs = 4_000
const mostRedirects = 3

/**
 * The card of the first link of a post without media. The page is a stranger's, so a fault in it costs the card or its
 * picture, never the post. Null when the post shows none.
 * @throws Failure when our own server cannot take the picture now
 */
export async function makeCard(step: Step, io: Io): Promise<LinkCard | null> {
  const uri = findLink(step)
  if (uri === null) return null
  const page = await readWithin(pageWithinMs, readPage(uri, io))
  if (!page) return null
  const image = page.imageUrl === null ? null : await readWithin(imageWithinMs, readImage(page.imageUrl, io))
  const thumb = image && (await uploadThumb(step, image, io))
  const { title, description } = page
  return { uri, title, description, thumb, uploadedAt: io.now().toISOString() }
}

/** The link whose page the post shows; null when it has media or no link, or does not want a card. */
function findLink(step: Step): string | null {
  if (step.draft.media.length > 0 || step.draft.options.link_card === false) return null
  return findSpans(wordsOf(step)).find(({ kind }) => kind === 'link')?.value ?? null
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

async function readPage(uri: string, io: Io): Promise<PagePreview | null> {
  const found = await fetchFollowing(uri, 'text/html, application/xhtml+xml', pageLimits, io)
  return found && readPagePreview(found.answer.bytes, found.answer.headers['content-type'], found.url)
}

async function readImage(url: string, io: Io): Promise<Uint8Array | null> {
  const found = await fetchFollowing(url, 'image/*', imageLimits, io)
  return found?.answer.bytes ?? null
}

/** The answer at the end of up to three redirects, each guarded like a first request; null where there is none. */
async function fetchFollowing(
  first: string,
  accept: string,
  limits: FetchLimits,
  io: Io,
): Promise<{ url: string; answer: OutboundAnswer } | null> {
  let url = URL.parse(first)
  for (let hops = 0; url && hops <= mostRedirects; hops++) {
    if (!isOfTheWeb(url)) return null
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
function isOfTheWeb({ protocol, hostname }: URL): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return ['https:', 'http:'].includes(protocol) && (isAddress || isDomain(hostname.toLowerCase()))
}
