import type { Json } from '../lib/json/json.ts'
import type { Outbound, OutboundRequest } from '../lib/safe-fetch/outbound.ts'

const longestAnswer = 4 * 1024 * 1024

/** Headers that follow from the request, or that tell Stripe about this machine. */
const leftOut = new Set(['content-length', 'host', 'x-stripe-client-user-agent', 'x-stripe-client-telemetry'])

/** Lets Stripe’s own package send its requests through our one way out. */
export function createStripeFetch(outbound: Outbound, timeoutMs: number): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method, body } = init
    const headers = [...new Headers(init.headers)].filter(([name]) => !leftOut.has(name))
    const request: OutboundRequest = {
      method: method === 'POST' || method === 'DELETE' ? method : 'GET',
      url: String(input),
      headers: Object.fromEntries(headers),
      body: typeof body === 'string' ? body : null,
    }
    const signal = init.signal ?? AbortSignal.timeout(timeoutMs)
    const answer = await outbound.fetch(request, { signal, timeoutMs, maxBytes: longestAnswer })
    // The package takes an error for a success unless it is in the form of Stripe, which that of a proxy is not.
    if (answer.status >= 400 && !isErrorOfStripe(answer.json))
      throw new Error(`Something on the way to Stripe answered ${answer.status}.`)
    return new Response(answer.text, { status: answer.status, headers: readHeaders(answer.headers) })
  }
}

function isErrorOfStripe(json: Json): boolean {
  return typeof json === 'object' && json !== null && 'error' in json
}

// The text is decompressed already.
function readHeaders({ ...headers }: Record<string, string>): Record<string, string> {
  delete headers['content-encoding']
  delete headers['content-length']
  return headers
}
