declare global {
  /** The questions that /theme.js has asked before the app was there, by their addresses. */
  var crierEarly: Map<unknown, Promise<Response>> | undefined
}

// The app asks as soon as it is there. An answer that waited longer may have become untrue.
const freshMs = 10_000

/** The answer to this question if the page has asked it early. Each is given out once, and none after a change. */
export function takeEarlyAnswer(url: unknown, init: RequestInit | undefined): Promise<Response> | null {
  const early = globalThis.crierEarly
  if (early === undefined) return null
  const isRead = (init?.method ?? 'GET') === 'GET'
  if (!isRead || performance.now() > freshMs) {
    globalThis.crierEarly = undefined
    return null
  }
  const answer = early.get(url)
  early.delete(url)
  return answer === undefined ? null : Promise.race([answer, whenAborted(init?.signal)])
}

/** Rejects as a fetch would that is ended. */
function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
