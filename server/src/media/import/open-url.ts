import {
  type OpenAnswer,
  type OpenLimits,
  type Outbound,
  OutboundError,
} from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type Continuation, isRest, rangeHeaders } from './byte-range.ts'
import { ImportFailed } from './import-failed.ts'

/** The file at the end of an address, with its headers read. */
export interface OpenedUrl {
  /** The address that answered. */
  readonly url: URL
  /** Its body must be read to its end or destroyed. */
  readonly answer: OpenAnswer
  /** The place in the file of the first byte of the body: 0, unless the rest of a file was asked for and sent. */
  readonly startsAt: number
}

type FoundFile = Omit<OpenedUrl, 'startsAt'>

interface OpenOptions {
  /** Ends the request, also while the body is read. */
  readonly signal: AbortSignal
  readonly headersTimeoutMs: number
  /** Asks for the rest of a file only. A server that has none of it, or another file, is asked for the whole. */
  readonly continuation?: Continuation | null
}

const mostRedirects = 3
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Answers to a request for the rest of a file that are not this rest. The whole file is asked for then. */
const unusable: readonly number[] = [206, 416]

/** A server that is asked later may answer otherwise. */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/**
 * Asks for the file at an address, over up to three redirects. Each address is checked, nothing secret is sent, and no redirect
 * leads from https to http.
 * @throws ImportFailed
 */
export async function openUrl(
  outbound: Outbound,
  address: string,
  { continuation = null, ...limits }: OpenOptions,
): Promise<OpenedUrl> {
  const headers = continuation === null ? {} : rangeHeaders(continuation)
  const found = await follow(outbound, address, { ...limits, headers })
  const { status } = found.answer
  if (continuation !== null && isRestOf(found.answer, continuation))
    return { ...found, startsAt: continuation.at }
  if (continuation === null || !unusable.includes(status)) return { ...requireFile(found), startsAt: 0 }
  found.answer.body.destroy()
  return { ...requireFile(await follow(outbound, address, limits)), startsAt: 0 }
}

async function follow(outbound: Outbound, address: string, limits: OpenLimits): Promise<FoundFile> {
  let url = new URL(address)
  for (let followed = 0; ; followed += 1) {
    const answer = await open(outbound, url, limits)
    if (!redirects.includes(answer.status)) return { url, answer }
    answer.body.destroy()
    if (followed === mostRedirects)
      throw new ImportFailed(
        'url_refused',
        sentence('{host} redirects more than {max} times.', { host: url.hostname, max: mostRedirects }),
      )
    url = nextUrl(url, answer.headers.location)
  }
}

async function open(outbound: Outbound, url: URL, limits: OpenLimits): Promise<OpenAnswer> {
  try {
    return await outbound.open(url.href, limits)
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    if (cause.kind === 'blocked') throw notAllowed(cause)
    const detail = sentence('{host} could not be reached, or did not answer in time.', { host: url.hostname })
    throw new ImportFailed('url_unreachable', detail, { cause, isPassing: true })
  }
}

/** The words of the cause name addresses inside, which are none of a stranger's business. */
function notAllowed(cause: OutboundError): ImportFailed {
  const detail =
    'Crier may not fetch from this address. It must begin with https://, name a host of the public internet, and carry no user name and no other port than 443.'
  return new ImportFailed('url_not_allowed', detail, { cause })
}

function nextUrl(from: URL, location: string | undefined): URL {
  const host = from.hostname
  const next = location === undefined ? null : URL.parse(location, from.href)
  if (next === null)
    throw new ImportFailed(
      'url_refused',
      sentence('{host} redirects to no address that can be read.', { host }),
    )
  if (from.protocol === 'https:' && next.protocol !== 'https:')
    throw new ImportFailed(
      'url_not_allowed',
      sentence('{host} redirects from https to an address without it.', { host }),
    )
  return next
}

function isRestOf({ status, headers }: OpenAnswer, continuation: Continuation): boolean {
  return status === 206 && isPlain(headers) && isRest(headers, continuation)
}

function isPlain(headers: OpenAnswer['headers']): boolean {
  return ['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())
}

function requireFile(found: FoundFile): FoundFile {
  const host = found.url.hostname
  const { status, headers, body } = found.answer
  if (status === 200 && isPlain(headers)) return found
  body.destroy()
  if (status === 200)
    throw new ImportFailed(
      'url_refused',
      sentence('{host} sends the file compressed, although it was asked not to.', { host }),
    )
  const detail = sentence('{host} answered with the status {status} instead of the file.', { host, status })
  throw new ImportFailed('url_refused', detail, { isPassing: passing.includes(status) })
}
