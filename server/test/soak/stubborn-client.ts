import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../src/lib/id.ts'

/** An answer of the API that settles a request. */
export interface Settled {
  readonly status: number
  readonly json: ReturnType<typeof JSON.parse>
}

/** Asks until there is an answer that means something, under one Idempotency-Key, as a careful client does. */
export type Ask = (method: 'POST' | 'PATCH', path: string, body?: object) => Promise<Settled>

// A server that is stopped for six seconds answers later than this.
const patienceMs = 4_000

/** Asks one API after the other, where there are several. @throws Error once `signal` ends it. */
export function createStubbornClient(
  urls: string | readonly string[],
  key: string,
  signal: AbortSignal,
): Ask {
  const all = [urls].flat()
  let turn = 0
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    }
    for (;;) {
      signal.throwIfAborted()
      turn += 1
      const answer = await ask(`${all[turn % all.length]}${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (answer) return answer
      await pause(100)
    }
  }
}

/** Null when nobody knows what became of the request, or when it should be asked again. */
async function ask(url: string, request: RequestInit): Promise<Settled | null> {
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(patienceMs) })
    const json = JSON.parse(await answer.text())
    const isOver = answer.status < 500 && answer.status !== 429 && json.code !== 'idempotency_in_progress'
    return isOver ? { status: answer.status, json } : null
  } catch (error) {
    // A connection that was refused or broke, an answer that was cut: what fetch throws then, and nothing of ours.
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return null
    throw error
  }
}
