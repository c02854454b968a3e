import type { ServerResponse } from 'node:http'

/** Everything that waits for the end of a response. */
const waiting = Symbol('waiting')

type Watched = ServerResponse & { [waiting]?: (() => void)[] }

/**
 * Runs when the answer is sent or the client is gone. Two orders are possible:
 *
 * 1. The caller is found, the route runs, the client hangs up: `close` comes later, and its listener runs.
 * 2. The client hangs up while its key is looked up, the caller is found, the route runs: `close` came before, so no
 *    listener would ever run, and a place would stay taken for ever.
 *
 * A response has one listener for all of them, because adding, calling and removing one takes as long as some of this
 * work.
 */
export function onceClosed(response: Watched, run: () => void): void {
  if (response.closed) {
    run()
    return
  }
  const others = response[waiting]
  if (others !== undefined) {
    others.push(run)
    return
  }
  const all = [run]
  response[waiting] = all
  response.once('close', () => {
    for (const one of all) one()
  })
}
