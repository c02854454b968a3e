import { type OpenAnswer, type Outbound, OutboundError } from '../../lib/safe-fetch/outbound.ts'
import { ImportFailed } from './import-failed.ts'

/** The file at the end of an address, with its headers read. */
export interface OpenedUrl {
  /** The address that answered. */
  readonly url: URL
  /** Its body must be read to its end or destroyed. */
  readonly answer: OpenAnswer
}

const mostRedirects = 3
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** A server that is asked later may answer otherwise. */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

/**
 * Asks for the file at an address, over up to three redirects. Each address is checked, nothing secret is sent, and no redirect
 * leads from https to http.
 * @param signal ends the request, also while the body is read
 * @throws ImportFailed
 */
export async function openUrl(
  outbound: Outbound,
  address: string,
  { signal, headersTimeoutMs }: { signal: AbortSignal; headersTimeoutMs: number },
): Promise<OpenedUrl> {
  let url = new URL(address)
  for (let followed = 0; ; followed += 1) {
    const answer = await open(outbound, url, { signal, headersTimeoutMs })
    if (!redirects.includes(answer.status)) return { url, answer: requireFile(url, answer) }
    answer.body.destroy()
    if (followed === mostRedirects)
      throw new ImportFailed('url_refused', `${url.hostname} redirects more than ${mostRedirects} times.`)
    url = nextUrl(url, answer.headers.location)
  }
}

async function open(
  outbound: Outbound,
  url: URL,
  limits: { signal: AbortSignal; headersTimeoutMs: number },
): Promise<OpenAnswer> {
  try {
    return await outbound.open(url.href, limits)
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    if (cause.kind === 'blocked') throw notAllowed(cause)
    const detail = `${url.hostname} could not be reached, or did not answer in time.`
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
  const next = location === undefined ? null : URL.parse(location, from.href)
  if (next === null)
    throw new ImportFailed('url_refused', `${from.hostname} redirects to no address that can be read.`)
  if (from.protocol === 'https:' && next.protocol !== 'https:')
    throw new ImportFailed(
      'url_not_allowed',
      `${from.hostname} redirects from https to an address without it.`,
    )
  return next
}

function requireFile({ hostname }: URL, answer: OpenAnswer): OpenAnswer {
  const { status, headers, body } = answer
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (status === 200 && (encoding === '' || encoding === 'identity')) return answer
  body.destroy()
  if (status === 200)
    throw new ImportFailed(
      'url_refused',
      `${hostname} sends the file compressed, although it was asked not to.`,
    )
  const detail = `${hostname} answered with the status ${status} instead of the file.`
  throw new ImportFailed('url_refused', detail, { isPassing: passing.includes(status) })
}
