import { isIP } from 'node:net'
import type { Context } from '../../context.ts'
import { fetchFollowing } from '../../lib/safe-fetch/fetch-following.ts'
import { OutboundError } from '../../lib/safe-fetch/outbound.ts'
import { type PagePreview, readPagePreview } from '../../lib/web-page/page-preview.ts'
import { Refused } from '../probe/probed.ts'

/** Cards of links are shown up to 600 points wide, on dense screens. */
const drawn = { maxSide: 1_200, maxBytes: 160 * 1024 }
const page = { timeoutMs: 4_000, maxBytes: 3_000_000, isPublicOnly: true }
const picture = { timeoutMs: 4_000, maxBytes: 8_000_000, isPublicOnly: true }
/** For all redirects together, of the page and again of its picture. */
const patienceMs = 6_000

/** The words of a page about itself, and its picture, redrawn; null for what cannot be shown. */
export interface ReadPage {
  readonly title: string | null
  readonly description: string
  readonly picture: Buffer | null
}

/**
 * Reads what a page says of itself, never inside the networks of OUTBOUND_ALLOW. A fault in a stranger's page is no error.
 * @throws Problem 429, 503 when there is no time to draw its picture
 */
export async function readPage(
  { outbound, mediaReader }: Pick<Context, 'outbound' | 'mediaReader'>,
  { workspaceId, url }: { readonly workspaceId: string; readonly url: string },
): Promise<ReadPage> {
  const found = await orNull(findPage(outbound, url))
  if (!found) return { title: null, description: '', picture: null }
  const { title, description, imageUrl } = found
  const bytes = imageUrl === null ? null : await orNull(findPicture(outbound, imageUrl))
  const small = bytes && (await orNull(mediaReader.draw(workspaceId, { bytes }, drawn)))
  return { title, description, picture: small && Buffer.from(small) }
}

async function findPage(outbound: Context['outbound'], url: string): Promise<PagePreview | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const found = await fetchFollowing({
    url,
    accept: 'text/html, application/xhtml+xml',
    mayAsk: isOfTheWeb,
    fetch: (request) => outbound.fetch(request, { ...page, signal, isCut: true }),
  })
  return found && readPagePreview(found.answer.bytes, found.answer.headers['content-type'], found.url)
}

async function findPicture(outbound: Context['outbound'], url: string): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const found = await fetchFollowing({
    url,
    accept: 'image/*',
    mayAsk: isOfTheWeb,
    fetch: (request) => outbound.fetch(request, { ...picture, signal }),
  })
  return found?.answer.bytes ?? null
}

// Host names of one label belong to an intranet. The guard judges where all others lead.
function isOfTheWeb({ protocol, hostname }: URL): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return ['https:', 'http:'].includes(protocol) && (isAddress || hostname.includes('.'))
}

async function orNull<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof OutboundError || error instanceof Refused) return null
    throw error
  }
}
