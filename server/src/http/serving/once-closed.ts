import type { FastifyReply } from 'fastify'

/**
 * Runs when the answer is sent or the client is gone. Two orders are possible:
 * 1. The caller is found, the route runs, the client hangs up: `close` comes later and is heard.
 * 2. The client hangs up while its key is looked up, the caller is found, the route runs: `close` was before and would
 *    never be heard, so a place would stay taken for ever.
 */
export function onceClosed({ raw }: FastifyReply, run: () => void): void {
  if (raw.closed) run()
  else raw.once('close', run)
}
