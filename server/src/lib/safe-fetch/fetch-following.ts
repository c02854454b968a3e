import type { OutboundAnswer, OutboundRequest } from './outbound.ts'

const mostRedirects = 3

/** The parts of a request for a stranger's page or picture. */
export interface Following {
  readonly url: string
  /** The `Accept` header. */
  readonly accept: string
  readonly fetch: (request: OutboundRequest) => Promise<OutboundAnswer>
  /** Asked before each request. Left out, only the guard of `fetch` judges. */
  readonly mayAsk?: (url: URL) => boolean
}

/**
 * The answer with status 200 at the end of up to three redirects, each guarded like a first request and none from https to
 * http; null where there is none. Throws what `fetch` throws.
 */
export async function fetchFollowing({
  url: first,
  accept,
  fetch,
  mayAsk = () => true,
}: Following): Promise<{ url: string; answer: OutboundAnswer } | null> {
  let url = URL.parse(first)
  for (let hops = 0; url && hops <= mostRedirects; hops++) {
    if (!mayAsk(url)) return null
    url.hash = ''
    const answer = await fetch({ method: 'GET', url: url.href, headers: { accept }, body: null })
    if (answer.status === 200) return { url: url.href, answer }
    const next = answer.status >= 301 && answer.status <= 308 ? answer.headers.location : undefined
    const target = next === undefined ? null : URL.parse(next, url.href)
    url = url.protocol === 'https:' && target?.protocol === 'http:' ? null : target
  }
  return null
}
