import { setTimeout as pause } from 'node:timers/promises'
import { customerNetworkOf } from '../lib/addresses/network.ts'
import { Problem } from '../lib/problem.ts'

/** Unknown keys that one address may send in one window before its further ones are refused unseen. */
const mostGuesses = 60
const windowMs = 60_000
const remembered = 10_000
/** The delay of a refusal, so that a client which goes on guessing is slow. */
const refusalMs = 1_000

/** Slows down an address that sends keys which do not exist. */
export interface GuessLimit {
  /** How many ms until this address may try unknown keys again; null when it may now. */
  closedForMs(address: string): number | null
  /** Counts a key that turned out to be unknown. */
  count(address: string): void
}

export function createGuessLimit(): GuessLimit {
  const windows = new Map<string, { count: number; endsAt: number }>()
  const windowOf = (address: string) => {
    const known = windows.get(address)
    return known && known.endsAt > performance.now() ? known : null
  }
  return {
    closedForMs: (address) => {
      const window = windowOf(customerNetworkOf(address))
      return window && window.count >= mostGuesses ? window.endsAt - performance.now() : null
    },
    count: (address) => {
      const network = customerNetworkOf(address)
      const window = windowOf(network)
      if (window) {
        window.count += 1
        return
      }
      const [oldest] = windows.keys()
      if (windows.size >= remembered && oldest !== undefined) windows.delete(oldest)
      windows.delete(network)
      windows.set(network, { count: 1, endsAt: performance.now() + windowMs })
    },
  }
}

/** Refuses a guess, slowly. @throws Problem 429 */
export async function refuseGuess(closedForMs: number): Promise<never> {
  await pause(refusalMs, undefined, { ref: false })
  throw new Problem(
    429,
    'too_many_unknown_keys',
    'Too many unknown API keys came from this network address. Check your key, and try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil((closedForMs - refusalMs) / 1_000)) },
  )
}
